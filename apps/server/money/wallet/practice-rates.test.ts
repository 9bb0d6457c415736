import { expect, it } from 'vitest';
import { type PairFeed, practiceRates } from './practice-rates.ts';

const NOW_MS = Date.UTC(2026, 4, 6, 7, 8, 9);
const MARKET_MS = NOW_MS - 40_000;

const feedOf = (pairs: Readonly<Record<string, readonly [bigint, number]>>): PairFeed => ({
  source: 'replay',
  priceAt(coin) {
    const pair = pairs[coin];
    return pair === undefined ? null : { amount: pair[0], decimals: pair[1], marketMs: MARKET_MS };
  },
});

const dayRate = (code: string, rate: string) => ({
  code,
  symbol: code,
  rate,
  source: 'ecb',
  asOf: '2024-12-31',
  time: null,
  changedAt: null,
  stale: true,
});

it('takes each rate from the feed with its time, turned round where the pair is, and keeps what the feed lacks', () => {
  const feed = feedOf({ USDCNY: [712_345n, 5], EURUSD: [125_000n, 5], USDTWD: [3_210n, 2], GBPUSD: [0n, 5] });
  const table = ['CNY', 'EUR', 'USD', 'THB', 'GBP'].map((code) => dayRate(code, '3'));
  const rates = practiceRates(table, feed, NOW_MS);
  expect(rates.map(({ code, rate, time, stale }) => [code, rate, time, stale])).toEqual([
    ['CNY', '7.12345', MARKET_MS, false],
    ['EUR', '0.8', MARKET_MS, false],
    ['USD', '1', NOW_MS, false],
    ['THB', '3', null, true],
    ['GBP', '3', null, true],
    ['TWD', '32.1', MARKET_MS, false],
  ]);
  expect(rates[0]).toMatchObject({ symbol: '¥', source: 'replay', asOf: '2026-05-06' });
});

it('rounds a turned rate down', () => {
  const [rate] = practiceRates([dayRate('EUR', '1')], feedOf({ EURUSD: [3n, 0] }), NOW_MS);
  expect(rate?.rate).toBe('0.33333333');
});
