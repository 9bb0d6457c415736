import { expect, it } from 'vitest';
import { tradeSearch } from './trade-search.ts';

it('keeps the trade page’s type and symbol and drops what it does not know', () => {
  expect(tradeSearch({ type: 'spot', symbol: 'BTC' })).toEqual({ type: 'spot', symbol: 'btc' });
  expect(tradeSearch({ type: 'sec' })).toEqual({ type: 'sec' });
  expect(tradeSearch({ margin: 'cross', symbol: 'eth' })).toEqual({ margin: 'cross', symbol: 'eth' });
  expect(tradeSearch({ margin: 'all' })).toEqual({});
  expect(tradeSearch({ type: 'other', symbol: '<b>' })).toEqual({});
});
