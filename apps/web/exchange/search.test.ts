import { expect, it } from 'vitest';
import { exchangeSearch, fullScreenSearch } from './search.ts';

it('keeps product, market and account, and knows no second contracts', () => {
  const search = { type: 'usta', symbol: 'eth' };
  expect(exchangeSearch(search)).toEqual(search);
  expect(exchangeSearch({ type: 'sec', symbol: '<b>', margin: 'cross' })).toEqual({ margin: 'cross' });
  expect(fullScreenSearch({ margin: 'isolated', type: 'usta', symbol: 'btc' })).toEqual({
    margin: 'isolated',
  });
  expect(fullScreenSearch({ margin: 'all' })).toEqual({});
});
