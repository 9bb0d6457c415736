import { expect, it } from 'vitest';
import { overviewSearch, quotesSearch } from './search.ts';

it('keeps a known tab and the words searched for', () => {
  expect(quotesSearch({ tab: 'watchlist', q: 'bt' })).toEqual({ tab: 'watchlist', q: 'bt' });
  expect(quotesSearch({ tab: 1, q: 2 })).toEqual({});
});

it('keeps product and view of the overview beside those of its list', () => {
  const search = { type: 'usta', view: 'table', tab: 'contract', q: 'eth' };
  expect(overviewSearch(search)).toEqual(search);
  expect(overviewSearch({ type: 'sec', view: '<b>', tab: {} })).toEqual({});
});
