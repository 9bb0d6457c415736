import { describe, expect, it } from 'vitest';
import { checkEnglish, checkWords } from '../check.ts';
import type { TermBase } from './terms-file.ts';

const english = {
  'a.mark': 'Mark price of {symbol}',
  'a.orders': '{count, plural, one {# order} other {# orders}}',
  'a.toast': '{side}: {quantity} @ {price}',
  'a.share': 'Up to 10\u00a0%',
  'b.remove': 'Remove it',
  'b.delete': 'Delete it',
  'c.remove': 'Remove it',
  'trade.side.buy': 'Buy',
};

const german = {
  'a.mark': 'Mark-Preis von {symbol}',
  'a.orders': '{count, plural, one {# Order} other {# Orders}}',
  'a.toast': '{side}: {quantity} @ {price}',
  'a.share': 'Bis 10\u00a0%',
  'b.remove': 'Entfernen',
  'b.delete': 'Löschen',
  'c.remove': 'Entfernen',
  'trade.side.buy': 'Kaufen',
};

const base: TermBase = {
  terms: { 'mark price': { use: 'Mark-Preis', ban: ['Markierungspreis'] } },
  register: { '(?<!\\p{L})du(?!\\p{L})': 'Sie' },
  sameAsEnglish: ['a.toast'],
  differs: [],
  sameText: [],
};
const concepts = {
  concepts: { 'mark price': '\\bmark price' },
  banned: { 'mark price': ['\\bmarking price'] },
  scopes: {} as Record<string, string>,
  homonyms: [],
};

/** Problems of the German texts with some changed. */
function problems(changed: Record<string, string>, own: Partial<TermBase> = {}) {
  const messages: Record<string, string> = { ...german, ...changed };
  const reference = { concepts, base: { ...base, ...own } };
  return checkWords('de', english, messages, reference).map(({ id, problem }) => `${id} ${problem}`);
}

describe('the check of words', () => {
  it('finds nothing wrong where nothing is', () => {
    expect(problems({})).toEqual([]);
  });

  it.each([
    ['is still in English', { 'b.delete': 'Delete it' }],
    ['names “mark price” without “Mark-Preis”', { 'a.mark': 'Preis von {symbol}' }],
    ['has “Markierungspreis”', { 'b.delete': 'Markierungspreis löschen' }],
    ['does not address the reader with Sie', { 'b.delete': 'Willst du löschen' }],
    ['in different words', { 'c.remove': 'Wegnehmen' }],
    ['for different English', { 'b.delete': 'Entfernen' }],
    ['has a breakable space before %', { 'a.share': 'Bis 10 %' }],
    ['has a full-width sign', { 'a.share': 'Bis 10％' }],
    ['has three dots', { 'b.delete': 'Löschen...' }],
    ['has a straight quote', { 'b.delete': '"Löschen"' }],
    ['is 21 wide; a side takes 12', { 'trade.side.buy': 'Jetzt sofort einkaufen'.slice(0, 21) }],
    ['loses a value', { 'a.orders': '{count, plural, one {# Order @ {price}} other {# Orders}}' }],
    ['cannot be shown', { 'a.orders': '{count, plural, one {# Order}}' }],
  ])('says what is wrong: %s', (problem, changed) => {
    expect(problems(changed)).toEqual([expect.stringContaining(problem)]);
  });

  it('wants a word for each concept, and another for each', () => {
    expect(problems({}, { terms: {} })).toEqual(['mark price has no approved word in the term base']);
    const terms = { ...base.terms, 'index price': { use: 'Mark-Preis' } };
    expect(problems({}, { terms })).toContain(
      'mark price, index price have one approved word; each concept has its own',
    );
  });

  it('takes what the term base lists', () => {
    const differs = [['b.remove', 'c.remove']];
    expect(problems({ 'c.remove': 'Wegnehmen' }, { differs })).toEqual([]);
    expect(problems({ 'b.delete': 'Entfernen' }, { sameText: [['b.remove', 'b.delete']] })).toEqual([]);
    expect(problems({ 'b.delete': 'Delete it' }, { sameAsEnglish: ['a.toast', 'b.delete'] })).toEqual([]);
  });

  it('bans a variant only in the scope of its concept', () => {
    const scoped = { ...concepts, scopes: { 'mark price': '^a\\.' } };
    const messages = { ...german, 'a.orders': 'Markierungspreis', 'b.delete': 'Markierungspreis' };
    const found = checkWords('de', english, messages, { concepts: scoped, base })
      .filter(({ problem }) => problem.startsWith('has “'))
      .map(({ id }) => id);
    expect(found).toEqual(['a.orders']);
  });

  it('bans variants in English, but not among the names of placeholders and options', () => {
    const named = (text: string) => checkEnglish({ 'a.mark': text }, concepts).map(({ problem }) => problem);
    expect(named('Marking price')).toEqual(['has “\\bmarking price”; the approved word is “mark price”']);
    expect(named('{of, select, index {Index} other {Marking price}}')).toHaveLength(1);
    const gear = { ...concepts, banned: { level: ['\\bgears?\\b'] } };
    expect(checkEnglish({ 'a.of': '{gear}: {kind, select, gears {Levels} other {Rates}}' }, gear)).toEqual(
      [],
    );
  });
});
