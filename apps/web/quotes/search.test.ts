import { expect, it } from 'vitest';
import { quotesSearch } from './search.ts';

it('keeps a known tab and the words searched for', () => {
  expect(quotesSearch({ tab: 'watchlist', q: 'bt' })).toEqual({ tab: 'watchlist', q: 'bt' });
  expect(quotesSearch({ tab: 1, q: 2 })).toEqual({});
});
