import { expect, it } from 'vitest';
import { documentText, isIdNumber, isPersonName, MAX_ID_LENGTH, MAX_NAME_LENGTH } from './person-text.ts';

const ZWJ = '\u200d';
const ZWNJ = '\u200c';

it.each([
  'ジョン・スミス',
  'ｼﾞｮﾝ･ｽﾐｽ',
  '山田　太郎',
  'RAJ A/L KUMAR',
  'SITI BINTI AHMAD @ MARIA',
  "Sinéad O'Brien",
  'Jean d’Arcy',
  'Anna-Lena Müller–Lüdenscheidt',
  'Jean\u2011Luc Picard',
  'Núria Gal·la',
  'Dr. José Ángel (Pepe) Ñáñez, Jr.',
  'Nguye\u0302\u0303n Thi\u0323 Ho\u0300ng',
  'น้ำผึ้ง ศรีสุข',
  'မောင်မောင်စိုး',
  `श्री${ZWJ} राम`,
  `نی${ZWNJ}لوفر رضایی`,
  'צ׳רלי כהן',
  'Անահիտ Յակոբեան',
  'Ю́лия Иванова',
  'Henry VIII',
  'X Æ A-12',
  'ᠪᠠᠶᠠᠷ',
])('takes a name as it stands in a document: %s', (name) => {
  expect(isPersonName(name)).toBe(true);
});

it.each([
  ['a number alone', '12345'],
  ['signs alone', '.,/ -'],
  ['nothing', ' \u3000 '],
  ['marks piled on one letter', `Z${'\u0301'.repeat(40)}oe`],
  ['a mark that stands on nothing', ' \u0301Zoe'],
  ['a joiner that joins nothing', `Zoe ${ZWJ} Doe`],
  ['markup', '<b>Zoe</b>'],
  ['a sign of money', 'Zoe $ Doe'],
  ['a pictogram', 'Zoe 😀'],
  ['an unpaired surrogate', 'Zoe \ud800'],
  ['a null byte', 'Zoe\u0000Doe'],
  ['rows of signs', 'Zoe ..../ Doe'],
  ['more characters than a name has', 'z'.repeat(MAX_NAME_LENGTH + 1)],
  ['more than is read', 'z\u0301'.repeat(100_000)],
])('refuses as a name %s', (_what, name) => {
  expect(isPersonName(name)).toBe(false);
});

it.each([
  'A123456(7)',
  'Ａ１２３４５６（７）',
  'AB–123-45',
  'L01X00T47',
  '110101199001011234',
  'D<<1234567',
  '12/345.678:9',
  '№ 4509 123456',
  '๑๒๓๔-๕',
  'ب۱۲۳۴۵',
])('takes the number of a document: %s', (number) => {
  expect(isIdNumber(number)).toBe(true);
});

it.each([
  ['three signs', 'A-12'],
  ['signs alone', '-----'],
  ['markup', '<script>1234'.replace('script', '"x"')],
  ['a null byte', '1234\u00005'],
  ['more characters than a number has', '1'.repeat(MAX_ID_LENGTH + 1)],
])('refuses as a number of a document %s', (_what, number) => {
  expect(isIdNumber(number)).toBe(false);
});

it('counts characters as people do: a pair of surrogates is one, a letter with its mark is one', () => {
  expect(isPersonName('𠮷'.repeat(MAX_NAME_LENGTH))).toBe(true);
  expect(isPersonName('e\u0301'.repeat(MAX_NAME_LENGTH))).toBe(true);
});

it('keeps one form: composed, spaces of any width as one, without signs that nobody sees', () => {
  expect(documentText('  山田　 太郎\u00a0')).toBe('山田 太郎');
  expect(documentText('Jose\u0301')).toBe('José');
  expect(documentText('Zoe\u202eeoD\u200b')).toBe('ZoeeoD');
  expect(documentText(`نی${ZWNJ}لوفر`)).toBe(`نی${ZWNJ}لوفر`);
});
