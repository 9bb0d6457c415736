import type { Gear, StreamView } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { expect, it } from 'vitest';
import { indexLinesOf } from './mining-index.ts';

const COIN = 100_000_000n as Amount;
const gears: readonly Gear[] = [{ minAmount: COIN, dailyPpm: 1_000 }];
const versions = [{ termsNo: 1, gears, fromSeconds: 0, beganMs: 0 }];
const point = (second: number, seconds: number, free: bigint | null = COIN) => ({
  second,
  seconds,
  free: free as Amount | null,
});
const stream = (second: number, seconds: number, more: Partial<StreamView> = {}) =>
  ({ second, seconds, gears, free: COIN, endSecond: null, isEnded: false, ...more }) as StreamView;
const drawn = (facts: Parameters<typeof indexLinesOf>[0]) =>
  indexLinesOf(facts).points.map(({ second, index }) => [second, ...index.map(Number)]);

it('begins where the pool was first funded, and with the oldest of the newest moments', () => {
  const moments = [point(100, 0, null), point(160, 60), point(200, 100, null)];
  expect(drawn({ stream: stream(260, 160), versions, points: moments })).toEqual([
    [160, 0],
    [260, 100_000],
  ]);
  expect(drawn({ stream: stream(260, 160), versions, points: moments.slice(0, 1) })).toEqual([]);
  expect(drawn({ stream: stream(5_000, 4_900), versions, points: [point(4_000, 3_900)] })).toEqual([
    [4_000, 0],
    [5_000, 1_000_000],
  ]);
});

it('stops at an end that falls due and is not told yet', () => {
  const ended = stream(300, 150, { free: 0n as Amount, endSecond: 250, isEnded: true });
  const { gears: lines, points } = indexLinesOf({ stream: ended, versions, points: [point(100, 0)] });
  expect(points.map(({ second, index }) => [second, ...index])).toEqual([
    [100, 0n],
    [250, 150_000n],
    [300, 150_000n],
  ]);
  expect(lines).toEqual([{ minAmount: COIN, dailyPpm: 0 }]);
});

it('keeps the last gears and what they earned where there are none any more', () => {
  const closed = [...versions, { termsNo: 2, gears: [], fromSeconds: 50, beganMs: 150_000 }];
  const facts = { stream: stream(300, 200, { gears: [] }), versions: closed };
  expect(drawn({ ...facts, points: [point(100, 0), point(150, 50, null)] })).toEqual([
    [100, 0],
    [150, 50_000],
    [300, 50_000],
  ]);
});

it('counts no second of a pool of which nothing is free, but the last ones of those who are in a gear', () => {
  const small = [{ minAmount: 1_000_000n as Amount, dailyPpm: 1_000 }];
  const facts = { stream: stream(900, 800), versions: [{ ...versions[0]!, gears: small }] };
  // a unit lasts the lowest gear for 86 seconds
  const taken = (until: number) => [point(100, 0), point(200, 100, 0n), point(until, until - 100)];
  expect(drawn({ ...facts, points: taken(286) })).toEqual([
    [100, 0],
    [900, 800_000],
  ]);
  expect(drawn({ ...facts, points: taken(287) })).toEqual([
    [100, 0],
    [200, 100_000],
    [287, 100_000],
    [900, 713_000],
  ]);
});
