import { breakEvenPpm, type Direction, type SecondsResult } from '@candor/rules';
import { describe, expect, test } from 'vitest';
import { play, ShownIndex, type Tally, tally } from './contracts.ts';
import { GRID_MS, minutes, type PricePath, recorded, walk } from './prices.ts';

/** The highest payout that the demo lists. */
const payoutPpm = 925_000;
const breakEven = breakEvenPpm(payoutPpm) / 1_000_000;
const lagsMs = [500, 1_000, 1_500, 2_000];
const periodsS = [5, 10, 30, 60];

/** Bets with whoever sees the venue `lagMs` before the exchange shows it: the way that the price has gone meanwhile. */
function informed(path: PricePath, lagMs: number, periodS: number, opensAtOnce = false): Tally {
  const index = new ShownIndex(path, lagMs);
  const results: SecondsResult[] = [];
  for (let step = 20; step < path.ticks.length; step += 1) {
    const nowTickNo = path.firstTickNo + step;
    const known = index.venue(nowTickNo)!;
    const shown = index.at(nowTickNo)!;
    if (known === shown) continue;
    const direction: Direction = known > shown ? 'up' : 'down';
    const played = play(index, nowTickNo * GRID_MS, periodS, direction, opensAtOnce ? nowTickNo : undefined);
    if (played !== null) results.push(played.result);
  }
  return tally(results, payoutPpm);
}

const all = lagsMs.flatMap((lagMs) => periodsS.map((periodS) => [lagMs, periodS] as const));

describe('whoever sees the venue early', () => {
  const path = walk(20_251_010, 160_000);

  test.each(all)('by %d ms, over %d s, wins no more than a coin', (lagMs, periodS) => {
    const { played, winRate, gain } = informed(path, lagMs, periodS);
    expect(played).toBeGreaterThan(100_000);
    expect(Math.abs(winRate - 0.5)).toBeLessThan(0.015);
    expect(winRate).toBeLessThan(breakEven);
    expect(gain).toBeLessThan(0);
  });

  test('would win far more if contracts opened as they are accepted', () => {
    const short = lagsMs.map((lagMs) => informed(path, lagMs, 5, true).winRate);
    const long = informed(path, 2_000, 60, true);
    expect(Math.min(...short)).toBeGreaterThan(0.56);
    expect(Math.max(...short)).toBeGreaterThan(0.7);
    expect(long.winRate).toBeGreaterThan(breakEven);
  });
});

describe('on recorded prices', () => {
  const paths = [
    recorded('spot'),
    recorded('usdm'),
    minutes('BTCUSDT'),
    minutes('ETHUSDT'),
    minutes('BNBUSDT'),
  ];

  /** Three standard errors of a win rate: contracts that overlap tell nothing new, so only so many count. */
  const chance = (path: PricePath, periodS: number) =>
    (3 * 0.5) / Math.sqrt((path.ticks.length * GRID_MS) / 1_000 / periodS);

  test.each(paths.map((path) => [path.name, path] as const))('%s: sees nothing that pays', (_, path) => {
    const gains: number[] = [];
    for (const [lagMs, periodS] of all) {
      const { winRate, gain, played } = informed(path, lagMs, periodS);
      expect(played).toBeGreaterThan(700);
      expect(winRate - breakEven, `${lagMs} ms, ${periodS} s`).toBeLessThan(chance(path, periodS));
      gains.push(gain);
    }
    expect(gains.reduce((sum, gain) => sum + gain, 0) / gains.length).toBeLessThan(0);
  });

  test('would see it if contracts opened as they are accepted', () => {
    for (const path of paths) {
      const { winRate, gain } = informed(path, 2_000, 5, true);
      expect(winRate, path.name).toBeGreaterThan(breakEven);
      expect(gain, path.name).toBeGreaterThan(0);
    }
  });
});
