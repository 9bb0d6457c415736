import { expect, it } from 'vitest';
import { assetsSearch } from './search.ts';

it('keeps a known panel', () => {
  expect(assetsSearch({ key: 'records' })).toEqual({ key: 'records' });
  expect(assetsSearch({ key: 'everything' })).toEqual({});
});

it('keeps a known group of the order centre, there alone', () => {
  expect(assetsSearch({ key: 'tradeOrder', of: 'usta' })).toEqual({ key: 'tradeOrder', of: 'usta' });
  expect(assetsSearch({ key: 'tradeOrder', of: 'all' })).toEqual({ key: 'tradeOrder' });
  expect(assetsSearch({ key: 'records', of: 'usta' })).toEqual({ key: 'records' });
});
