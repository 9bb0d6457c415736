import { errors } from '@candor/api';
import { describe, expect, it } from 'vitest';
import { type Catalogues, checkAll, checkCatalogues, describeProblems } from './check.ts';
import { loadCustomerRoom, type Messages } from './load-messages.ts';
import { locales } from './locales.ts';

const english = {
  'a.count': '{n, plural, one {# order} other {# orders}} of {symbol}',
  'a.link': 'Read the <link>terms</link>',
  'b.plain': 'Trade',
  'c.code': 'USDT {ms} ms',
};

/** Catalogues that are in order, but for what a test changes in German. */
function catalogues(german: Record<string, string>): Catalogues {
  const translated = {
    'a.count': '{n, plural, other {# Orders}} in {symbol}',
    'a.link': 'Lesen Sie die <link>Bedingungen</link>',
    'b.plain': 'Handeln',
    'c.code': 'USDT {ms} ms',
  };
  const each = Object.fromEntries(locales.map((locale) => [locale, rooms(translated)]));
  return { ...each, en: rooms(english), de: rooms({ ...translated, ...german }) } as unknown as Catalogues;
}

/** Messages as they lie: a room for each first word. */
function rooms(messages: Messages): Record<string, Messages> {
  const names = new Set(Object.keys(messages).map((id) => id.split('.')[0] ?? ''));
  const own = (room: string) => Object.entries(messages).filter(([id]) => id.startsWith(`${room}.`));
  return Object.fromEntries([...names].map((room) => [room, Object.fromEntries(own(room))]));
}

const problemsOf = (german: Record<string, string>) =>
  checkCatalogues(catalogues(german)).map(({ locale, id, problem }) => `${locale} ${id} ${problem}`);

describe('the check of catalogues', () => {
  it('finds nothing wrong where nothing is', () => {
    expect(problemsOf({})).toEqual([]);
  });

  it('names a message that is missing', () => {
    const all = catalogues({});
    const { b: _, ...rest } = all.de;
    expect(checkCatalogues({ ...all, de: rest })).toEqual([
      { locale: 'de', id: 'b.plain', problem: 'is missing' },
    ]);
  });

  it.each([
    ['is not in the English catalogue', { 'd.extra': 'Zuviel' }],
    ['is empty or has space around it', { 'b.plain': '' }],
    ['is empty or has space around it', { 'b.plain': ' Handeln' }],
    ['is not well-formed ICU', { 'b.plain': 'Handeln {' }],
    ['has the placeholders', { 'a.count': '{n, plural, other {# Orders}}' }],
    ['has the placeholders', { 'a.count': '{n} Orders in {symbol}' }],
    ['has the placeholders', { 'a.link': 'Lesen Sie die Bedingungen' }],
  ])('says what is wrong: %s', (problem, german) => {
    expect(problemsOf(german)).toEqual([expect.stringContaining(problem)]);
  });

  it('wants the ids in order', () => {
    const all = catalogues({});
    const { 'a.count': count, ...rest } = all.de.a as Messages;
    const a = { ...rest, 'a.count': count as string };
    const problems = checkCatalogues({ ...all, de: { ...all.de, a } });
    expect(problems).toEqual([{ locale: 'de', id: 'a.count', problem: 'is out of order; ids are sorted' }]);
  });

  it('wants each id in the room that it names', () => {
    const all = catalogues({});
    const { b, ...rest } = all.de;
    const problems = checkCatalogues({ ...all, de: { ...rest, c: { ...b, ...rest.c } } });
    expect(problems).toEqual([
      { locale: 'de', id: 'b.plain', problem: 'is in the room c; its first words name another' },
    ]);
  });
});

describe('the catalogues', () => {
  it('are complete, well-formed and translated', async () => {
    expect(describeProblems(await checkAll())).toBe('');
  });

  it.each([
    ['vi', 'otc', 'a loan', /(?<!\p{L})vay(?!\p{L})/iu],
    ['vi', 'listing', 'a loan', /(?<!\p{L})vay(?!\p{L})/iu],
    ['ja', 'otc', 'the closing of an account', /退会/],
    ['ko', 'otc', 'the closing of an account', /탈퇴/],
  ] as const)('in %s do not speak in the room %s of %s', async (locale, room, _, words) => {
    const texts = Object.entries(await loadCustomerRoom(locale, room));
    expect(texts.filter(([, text]) => words.test(text))).toEqual([]);
  });

  it('name power loans in menus as their page does, apart from the loans of margin', async () => {
    for (const locale of locales) {
      const [menu, loan, margin] = await Promise.all(
        (['menu', 'loan', 'margin'] as const).map((room) => loadCustomerRoom(locale, room)),
      );
      expect(menu?.['menu.power'], locale).toBe(loan?.['loan.title']);
      expect(menu?.['menu.power'], locale).not.toBe(margin?.['margin.loans']);
    }
  });

  it('have a text for every error of the API, and one for what has none', async () => {
    const room = await loadCustomerRoom('en', 'error');
    const wanted = [...Object.keys(errors), 'UNKNOWN'].map((key) => `error.${key}`);
    expect(Object.keys(room).sort()).toEqual(wanted.sort());
  });
});
