import { errors } from '@candor/contract';
import { describe, expect, it } from 'vitest';
import { type Catalogues, checkCatalogues, describeProblems, loadAllMessages } from './check.ts';
import { loadMessages } from './load-messages.ts';
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
  const each = Object.fromEntries(locales.map((locale) => [locale, translated]));
  return { ...each, en: english, de: { ...translated, ...german } } as unknown as Catalogues;
}

const problemsOf = (german: Record<string, string>) =>
  checkCatalogues(catalogues(german)).map(({ locale, id, problem }) => `${locale} ${id} ${problem}`);

describe('the check of catalogues', () => {
  it('finds nothing wrong where nothing is', () => {
    expect(problemsOf({})).toEqual([]);
  });

  it('names a message that is missing', () => {
    const all = catalogues({});
    const { 'b.plain': _, ...rest } = all.de;
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
    ['is still in English', { 'b.plain': 'Trade' }],
  ])('says what is wrong: %s', (problem, german) => {
    expect(problemsOf(german)).toEqual([expect.stringContaining(problem)]);
  });

  it('wants the ids in order', () => {
    const all = catalogues({});
    const { 'a.count': count, ...rest } = all.de;
    const problems = checkCatalogues({ ...all, de: { ...rest, 'a.count': count as string } });
    expect(problems).toEqual([{ locale: 'de', id: 'a.count', problem: 'is out of order; ids are sorted' }]);
  });
});

describe('the catalogues', () => {
  it('are complete, well-formed and translated', async () => {
    expect(describeProblems(checkCatalogues(await loadAllMessages()))).toBe('');
  });

  it('say every error of the contract in its English words', async () => {
    const messages = await loadMessages('en');
    const said = Object.fromEntries(Object.keys(errors).map((key) => [key, messages[`error.${key}`]]));
    const meant = Object.fromEntries(Object.entries(errors).map(([key, { message }]) => [key, message]));
    expect(said).toEqual(meant);
  });
});
