import { expect, it } from 'vitest';
import { recordSearch } from './record-search.ts';

it('keeps a market and days, and nothing else', () => {
  const search = { market: 'BTCUSDT-PERP', from: '2026-11-01', to: '2026-11-30' };
  expect(recordSearch({ ...search, other: '1' })).toEqual(search);
  for (const raw of ['', 'btc', 'BTC/USDT', '<b>', 5, null, ['BTCUSDT'], '2026-1-1', '2026-11-01T00:00'])
    expect(recordSearch({ market: raw, from: raw, to: raw })).toEqual({});
});
