import { expect, test } from 'vitest';
import {
  liquidationTicks,
  liquidationTicksBeside,
  maintenanceMicros,
  tierSteps,
  unrealisedPnl,
} from './index.ts';
import type { PositionTerms } from './position.ts';

const USD = 100_000_000n;
const UNITS = 1_000;
const steps = tierSteps([
  { floorNotional: 0n as never, mmrPpm: 5_000, maxLeverage: 100 },
  { floorNotional: (50_000n * USD) as never, mmrPpm: 10_000, maxLeverage: 50 },
  { floorNotional: (250_000n * USD) as never, mmrPpm: 25_000, maxLeverage: 20 },
]);

/** Equity less both maintenance margins at a mark, in millionths of a base unit. */
function excess(legs: readonly PositionTerms[], collateral: bigint, ticks: number): bigint {
  return legs.reduce(
    (sum, leg) =>
      sum +
      unrealisedPnl(leg, ticks) * 1_000_000n -
      maintenanceMicros(BigInt(leg.lots) * BigInt(ticks) * BigInt(leg.unitsPerTickLot), steps),
    collateral * 1_000_000n,
  );
}

function random(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
}

const leg = (sign: 1 | -1, lots: number, ticks: number): PositionTerms => ({
  sign,
  lots,
  entryCost: BigInt(lots) * BigInt(ticks) * BigInt(UNITS),
  unitsPerTickLot: UNITS,
});

test('each price of a hedged pair is the nearest root on its side, and none is shown where there is none', () => {
  const found = { low: 0, high: 0, none: 0, empty: 0 };
  for (let seed = 1; seed <= 600; seed++) {
    const next = random(seed);
    const mark = 500_000 + next(1_000_000);
    const long = leg(1, 1 + next(20_000), mark - 100_000 + next(200_000));
    const short = leg(-1, 1 + next(20_000), mark - 100_000 + next(200_000));
    const collateral = BigInt(next(400_000)) * USD;
    const legs = [long, short];
    const low = liquidationTicksBeside(long, short, collateral, steps);
    const high = liquidationTicksBeside(short, long, collateral, steps);
    if (excess(legs, collateral, mark) <= 0n) {
      found.empty++;
      continue;
    }
    if (low !== null) {
      found.low++;
      expect(low).toBeLessThan(mark);
      expect(excess(legs, collateral, low)).toBeLessThanOrEqual(0n);
      expect(excess(legs, collateral, low + 1)).toBeGreaterThan(0n);
    } else {
      found.none++;
      expect(excess(legs, collateral, 1)).toBeGreaterThan(0n);
    }
    if (high !== null) {
      found.high++;
      expect(high).toBeGreaterThan(mark);
      expect(excess(legs, collateral, high)).toBeLessThanOrEqual(0n);
      expect(excess(legs, collateral, high - 1)).toBeGreaterThan(0n);
    } else {
      found.none++;
      expect(excess(legs, collateral, 1_000_000_000)).toBeGreaterThan(0n);
    }
    for (let part = 1; part < 8; part++) {
      const [from, to] = [low ?? 0, high ?? 4 * mark];
      const ticks = from + Math.ceil(((to - from) * part) / 8);
      if (ticks > from && ticks < to) expect(excess(legs, collateral, ticks)).toBeGreaterThan(0n);
    }
  }
  expect(Math.min(...Object.values(found))).toBeGreaterThan(5);
});

test('a pair that nothing can liquidate shows no price, and one alone that of its own', () => {
  const long = leg(1, 200, 100_000);
  const short = leg(-1, 120, 100_000);
  expect(liquidationTicksBeside(long, short, 20_000n * USD, steps)).toBeNull();
  for (const each of [long, short])
    expect(liquidationTicksBeside(each, null, 10n * USD, steps)).toBe(
      liquidationTicks(each, 10n * USD, steps),
    );
});
