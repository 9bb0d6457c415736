import { expect, it } from 'vitest';
import { assetsSearch } from '../search.ts';
import { billSearch } from './bill-search.ts';

const filter = { coin: 'USDT', kind: 'trade', wallet: 'spot', from: '2026-11-01', to: '2026-11-30' } as const;

it('keeps what the bill is filtered by, there alone', () => {
  expect(billSearch(filter)).toEqual(filter);
  expect(assetsSearch({ key: 'records', ...filter })).toEqual({ key: 'records', ...filter });
  expect(assetsSearch({ key: 'overview', ...filter })).toEqual({ key: 'overview' });
});

it('leaves out what is no coin, kind, account or day', () => {
  for (const raw of ['', '<b>', 'all', 7, null, ['USDT']])
    expect(billSearch({ coin: raw, kind: raw, wallet: raw, from: raw, to: raw })).toEqual({});
});
