import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import {
  type Gear,
  gearOf,
  gearPpm,
  gearTermsHash,
  gearTermsText,
  indexGrowth,
  isGears,
  MAX_DAILY_PPM,
  MAX_GEARS,
  payableSeconds,
  STREAM_DAY,
  streamedOver,
  streamedUnits,
  streamOwed,
  streamSpans,
} from './index.ts';

const COIN = 100_000_000n;
const gear = (coins: bigint, dailyPpm: number): Gear => ({ minAmount: (coins * COIN) as Amount, dailyPpm });
const GEARS = [gear(100n, 1_000), gear(1_000n, 1_500), gear(5_000n, 2_000)];

describe('gears', () => {
  it('are reached at their amount, and not one unit below', () => {
    const at = (units: bigint) => [gearOf(GEARS, units), gearPpm(GEARS, units)];
    expect(at(0n)).toEqual([0, 0]);
    expect(at(100n * COIN - 1n)).toEqual([0, 0]);
    expect(at(100n * COIN)).toEqual([1, 1_000]);
    expect(at(1_000n * COIN - 1n)).toEqual([1, 1_000]);
    expect(at(1_000n * COIN)).toEqual([2, 1_500]);
    expect(at(1_000_000n * COIN)).toEqual([3, 2_000]);
    expect(gearOf([], COIN)).toBe(0);
  });

  it('rise in amount and never fall in rate', () => {
    expect(isGears([])).toBe(true);
    expect(isGears(GEARS)).toBe(true);
    expect(isGears([gear(1n, MAX_DAILY_PPM)])).toBe(true);
    for (const wrong of [
      [gear(0n, 1_000)],
      [gear(1n, 0)],
      [gear(1n, 0.5)],
      [gear(1n, MAX_DAILY_PPM + 1)],
      [gear(2n, 1), gear(2n, 2)],
      [gear(3n, 1), gear(2n, 2)],
      [gear(1n, 2), gear(2n, 1)],
      Array.from({ length: MAX_GEARS + 1 }, (_, i) => gear(BigInt(i + 1), 1)),
    ])
      expect(isGears(wrong)).toBe(false);
  });
});

describe('seconds at a rate', () => {
  const versions = [
    { termsNo: 1, gears: GEARS, fromSeconds: 0 },
    { termsNo: 2, gears: [gear(50n, 800)], fromSeconds: 1_000 },
    { termsNo: 3, gears: [], fromSeconds: 1_000 },
    { termsNo: 4, gears: [gear(200n, 900)], fromSeconds: 1_500 },
  ];

  it('are split where the gears changed', () => {
    const spans = (coins: bigint, from: number, to: number) =>
      streamSpans(versions, coins * COIN, from, to).map(({ termsNo, dailyPpm, seconds }) => [
        termsNo,
        dailyPpm,
        seconds,
      ]);
    expect(spans(1_000n, 0, 400)).toEqual([[1, 1_500, 400]]);
    expect(spans(1_000n, 900, 2_000)).toEqual([
      [1, 1_500, 100],
      [3, 0, 500],
      [4, 900, 500],
    ]);
    expect(spans(100n, 1_200, 1_600)).toEqual([
      [3, 0, 300],
      [4, 0, 100],
    ]);
    expect(spans(100n, 1_500, 1_500)).toEqual([]);
    expect(indexGrowth(streamSpans(versions, 1_000n * COIN, 900, 2_000))).toBe(150_000n + 450_000n);
  });

  it('pay the published vector of gears', () => {
    const held = [
      [100n * COIN, 36_000],
      [1_000n * COIN, 54_000],
      [1_000n * COIN - 1n, 30_000],
      [5_000n * COIN, 52_800],
    ] as const;
    let earned = 0n;
    for (const [units, seconds] of held)
      earned += streamedOver(units, [{ termsNo: 1, dailyPpm: gearPpm(GEARS, units), seconds }]);
    expect(streamedUnits(earned)).toBe(743_749_999n);
    expect(streamOwed(earned)).toBe(743_750_000n);
  });
});

describe('a pool', () => {
  it('pays whole seconds while all that is earned stays within it', () => {
    const rate = 7n * COIN * 333n;
    for (const earned of [0n, 1n, STREAM_DAY - 1n, 5n * STREAM_DAY]) {
      const seconds = payableSeconds(1_000n, earned, rate);
      expect(earned + BigInt(seconds) * rate <= 1_000n * STREAM_DAY).toBe(true);
      expect(earned + BigInt(seconds + 1) * rate > 1_000n * STREAM_DAY).toBe(true);
    }
    expect(payableSeconds(0n, 0n, 1n)).toBe(0);
    expect(payableSeconds(0n, 0n, 0n)).toBe(Number.POSITIVE_INFINITY);
    expect(payableSeconds(2n ** 62n - 1n, 0n, 1n)).toBe(Number.POSITIVE_INFINITY);
  });

  it('owes a whole unit for any part of one', () => {
    expect([0n, 1n, STREAM_DAY, STREAM_DAY + 1n].map(streamOwed)).toEqual([0n, 1n, 1n, 2n]);
    expect([STREAM_DAY - 1n, STREAM_DAY, 2n * STREAM_DAY - 1n].map(streamedUnits)).toEqual([0n, 1n, 1n]);
  });
});

it('writes gears as one text with one hash', () => {
  const terms = {
    product: 'mining',
    asset: 'ETH',
    termsNo: 3,
    gears: [
      { minAmount: '0.1', dailyPpm: 300 },
      { minAmount: '5', dailyPpm: 450 },
    ],
  } as const;
  expect(gearTermsText(terms)).toBe(
    'candor-gears-1\nproduct: mining\nasset: ETH\ntermsNo: 3\ngear: 0.1 300\ngear: 5 450\n',
  );
  const hashes = [
    terms,
    { ...terms, termsNo: 4 },
    { ...terms, asset: 'BTC' },
    { ...terms, gears: terms.gears.slice(1) },
    { ...terms, gears: [terms.gears[0], { minAmount: '5', dailyPpm: 451 }] },
  ].map((each) => gearTermsHash(each));
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
});
