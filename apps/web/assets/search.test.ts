import { expect, it } from 'vitest';
import { assetsSearch, orderListSearch } from './search.ts';

it('keeps a known panel', () => {
  expect(assetsSearch({ key: 'records' })).toEqual({ key: 'records' });
  expect(assetsSearch({ key: 'everything' })).toEqual({});
});

it('keeps a known group of the order centre, there alone', () => {
  expect(assetsSearch({ key: 'tradeOrder', of: 'usta' })).toEqual({ key: 'tradeOrder', of: 'usta' });
  expect(assetsSearch({ key: 'tradeOrder', of: 'all' })).toEqual({ key: 'tradeOrder' });
  expect(assetsSearch({ key: 'records', of: 'usta' })).toEqual({ key: 'records' });
});

it('keeps the list of the order centre and its filter, there alone', () => {
  const filter = { list: 'fills', market: 'BTCUSDT', from: '2026-11-01', to: '2026-11-30' };
  expect(assetsSearch({ key: 'tradeOrder', ...filter })).toEqual({ key: 'tradeOrder', ...filter });
  expect(assetsSearch({ key: 'overview', ...filter })).toEqual({ key: 'overview' });
  expect(orderListSearch({ ...filter, list: 'all', from: 'yesterday' })).toEqual({
    market: 'BTCUSDT',
    to: '2026-11-30',
  });
});

it.each(['recharge', 'withdraw', 'swap', 'records'] as const)('keeps the days of the list of %s', (key) => {
  const days = { from: '2026-11-01', to: '2026-11-30' };
  expect(assetsSearch({ key, ...days, list: 'fills' })).toEqual({ key, ...days });
  expect(assetsSearch({ key, from: 'yesterday', to: '2026-11' })).toEqual({ key });
});

it.each(['recharge', 'withdraw'] as const)(
  'keeps the coin and the network of %s, and no words in their place',
  (key) => {
    const choice = { coin: 'ETH', network: 'practice-evm', from: '2026-11-01' };
    expect(assetsSearch({ key, ...choice })).toEqual({ key, ...choice });
    expect(assetsSearch({ key, coin: 'eth ', network: 'a b' })).toEqual({ key });
    expect(assetsSearch({ key: 'overview', ...choice })).toEqual({ key: 'overview' });
  },
);
