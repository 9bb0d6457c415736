import type { MarketRow, Ticker } from '@candor/api';
import { expect, it } from 'vitest';
import { liveRows, wholeSum } from './live-rows.ts';

const row = (symbol: string, zdf: string | null) => ({ symbol, zdf, close: '1', amount: '2' }) as MarketRow;
const ticker = {
  symbol: 'BTCUSDT',
  last: '9',
  changePercent24h: '-3',
  quoteVolume24h: '70',
} as Ticker;

it('gives each row the newest figures of its symbol, and leaves the others', () => {
  const rows = [row('BTCUSDT', '1'), row('ETHUSDT', null)];
  expect(liveRows(rows, undefined)).toBe(rows);
  const [live, other] = liveRows(rows, new Map([['BTCUSDT', ticker]]));
  expect(live).toMatchObject({ zdf: '-3', close: '9', amount: '70' });
  expect(other).toBe(rows[1]);
});

it('adds whole units exactly, and knows nothing of nothing', () => {
  expect(wholeSum(['9007199254740993.9', '1', null, undefined])).toBe('9007199254740994');
  expect(wholeSum(['0.9', '0.9'])).toBe('0');
  expect(wholeSum([null, undefined])).toBeNull();
  expect(wholeSum([])).toBeNull();
});
