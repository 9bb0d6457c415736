import { describe, expect, it } from 'vitest';
import { documentKey, likenessOf } from './likeness.ts';

describe('one document', () => {
  it.each([
    ['А1234ВС', 'A1234BC', 'Cyrillic letters'],
    ['Ａ１２３４５６（７）', 'A1234567', 'full-width signs'],
    ['١٢٣٤٥٦٧٨٩', '123456789', 'Arabic digits'],
    ['۱۲۳۴۵۶۷۸۹', '123456789', 'Persian digits'],
    ['๑๒๓๔-๕๖', '123456', 'Thai digits'],
    ['𝟙𝟚𝟛𝟜𝐀', '1234A', 'mathematical signs'],
    ['①②③④', '1234', 'circled digits'],
    ['x 900–77', 'X90077', 'a dash and small letters'],
    ['O0I1l', '00111', 'letters that look like digits'],
    ['ΑΒΕΖ12', 'ABEZ12', 'Greek letters'],
    ['AB\u200d12\u200b34', 'AB1234', 'joiners'],
    ['Á1234', 'A1234', 'an accent'],
    ['A1234\u0337', 'A1234', 'a stroke over it'],
  ])('%s is %s: %s', (typed, plain) => {
    expect(documentKey(typed)).toBe(documentKey(plain));
  });

  it('is not another one', () => {
    const keys = ['A1234567', 'A1234568', 'B1234567', 'A123456', '甲1234567', '١٢٣٤٥٦٧٨'].map(documentKey);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('a name at a bank', () => {
  it.each([
    ['LOVELACE ADA', 'Ada Lovelace'],
    ['Ada M Lovelace', 'Ada Mary Lovelace'],
    ['MR A LOVELACE', 'Ada Lovelace'],
    ['JOSE NUNEZ', 'José Núñez'],
    ['MUELLER JUERGEN', 'Jürgen Müller'],
    ['LUKASZ ZOLC', 'Łukasz Żółć'],
    ['JEANPIERRE OBRIEN', "Jean-Pierre O'Brien"],
    ['ＡＤＡ　ＬＯＶＥＬＡＣＥ', 'Ada Lovelace'],
    ['Аda Lovelace', 'Ada Lovelace'],
    ['山田太郎', '山田　太郎'],
    ['ジョンスミス', 'ジョン・スミス'],
    ['STRASSE JÖRG', 'Jörg Straße'],
  ])('%s is %s', (bank, verified) => {
    expect(likenessOf(bank, verified)).toBe('same');
    expect(likenessOf(verified, bank)).toBe('same');
  });

  it.each([
    ['Grace Hopper', 'Ada Lovelace'],
    ['Ada Byron', 'Ada Lovelace'],
    ['Lovelace', 'Ada Lovelace'],
    ['A L', 'Ada Lovelace'],
    ['山田花子', '山田太郎'],
  ])('%s is not %s', (bank, verified) => {
    expect(likenessOf(bank, verified)).toBe('differs');
    expect(likenessOf(verified, bank)).toBe('differs');
  });

  it.each([
    ['TARO YAMADA', '山田太郎'],
    ['ヤマダ タロウ', '山田太郎'],
    ['SOMCHAI SRISUK', 'สมชาย ศรีสุข'],
    ['IVAN PETROV', 'Иван Петров'],
  ])('%s and %s are left to a person', (bank, verified) => {
    expect(likenessOf(bank, verified)).toBe('scripts');
  });
});
