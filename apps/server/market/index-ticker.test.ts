import { type Engine, JournalError, type Submission } from '@candor/journal';
import type { IndexTick, KernelView, SymbolInfo } from '@candor/kernel';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VenueBook } from '../feeds/index.ts';
import { IndexTicker } from './index-ticker.ts';

const START_MS = 1_000_000_000_100;
const FIRST_PLACE = 4_000_000_001;

let ticks: IndexTick[];
let failWith: Error | null;
let said: string[];
let ticker: IndexTicker | null = null;

/** A journal that takes every tick, or fails as the real one does. */
const engine = {
  read: async <T>(read: (view: KernelView) => T) => {
    const symbols = [{ symbolId: 1, name: 'BTCUSDT', tickDecimal: '0.1' } as SymbolInfo];
    return read({ symbols: () => symbols, index: () => ({ tickNo: 7 }) } as unknown as KernelView);
  },
  submit: async ({ body }: Submission) => {
    if (failWith !== null) throw failWith;
    ticks.push(body as IndexTick);
    return { seq: ticks.length, timeMs: 0, outcome: { ok: true } };
  },
} as unknown as Engine;

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS });
  [ticks, failWith, said] = [[], null, []];
});

afterEach(async () => {
  await ticker?.stop();
  vi.useRealTimers();
});

const start = async () => {
  ticker = await IndexTicker.start({ engine, now: () => Date.now(), log: (line) => said.push(line) });
  return ticker;
};

const book = (bid: bigint, ask: bigint, timeMs: number, venueId = 1): VenueBook => ({
  ...{ venueId, symbol: 'BTCUSDT', timeMs },
  bids: [{ price: bid, quantity: 1n }],
  asks: [{ price: ask, quantity: 1n }],
});

test('ticks are numbered by their place on the grid of 250 ms, also those that say nothing new', async () => {
  await start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ticks.map(({ tickNo }) => tickNo)).toEqual([0, 1, 2, 3].map((at) => FIRST_PLACE + at));
  expect(ticks.every(({ quotes }) => quotes.length === 0)).toBe(true);
});

test('a quote is said when it changed and again before it would go stale, rounded away from the middle', async () => {
  const running = await start();
  running.book(book(100_15000000n, 100_21000000n, START_MS));
  await vi.advanceTimersByTimeAsync(250);
  expect(ticks.at(-1)?.quotes).toEqual([
    { venueId: 1, symbolId: 1, bidTicks: 1_001, askTicks: 1_003, venueTimeMs: START_MS },
  ]);
  running.book(book(100_19000000n, 100_29000000n, START_MS + 1_000));
  await vi.advanceTimersByTimeAsync(250);
  expect(ticks.at(-1)?.quotes).toEqual([]);
  running.book(book(100_15000000n, 100_21000000n, START_MS + 1_500));
  await vi.advanceTimersByTimeAsync(250);
  expect(ticks.at(-1)?.quotes).toMatchObject([{ bidTicks: 1_001, venueTimeMs: START_MS + 1_500 }]);
  running.book(book(100_15000000n, 100_31000000n, START_MS + 1_501));
  await vi.advanceTimersByTimeAsync(250);
  expect(ticks.at(-1)?.quotes).toMatchObject([{ askTicks: 1_004 }]);
});

test('a venue that fell silent is not repeated: its last quote goes stale', async () => {
  const running = await start();
  running.book(book(100_00000000n, 101_00000000n, START_MS));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(ticks.flatMap(({ quotes }) => quotes)).toHaveLength(1);
});

test('what a failing journal did not take is said again, and the trouble is told once', async () => {
  const running = await start();
  running.book(book(100_00000000n, 101_00000000n, START_MS));
  failWith = new JournalError('NOT_READY', 'The journal is not ready');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(said).toEqual(['An index tick was not journaled: The journal is not ready']);
  failWith = null;
  await vi.advanceTimersByTimeAsync(250);
  expect(ticks.at(-1)?.quotes).toHaveLength(1);
});

test('a clock that went back does not stop the ticks, and no number comes twice', async () => {
  await start();
  await vi.advanceTimersByTimeAsync(500);
  vi.setSystemTime(START_MS - 3_600_000);
  await vi.advanceTimersByTimeAsync(1_000);
  const numbers = ticks.map(({ tickNo }) => tickNo);
  expect(numbers.length).toBeGreaterThanOrEqual(5);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).toEqual(numbers.toSorted((left, right) => left - right));
});

test('numbers that ran ahead of a clock that went back find their places again', async () => {
  await start();
  await vi.advanceTimersByTimeAsync(500);
  vi.setSystemTime(START_MS - 1_000);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(ticks.at(-1)?.tickNo).toBe(Math.floor(Date.now() / 250));
  const numbers = ticks.map(({ tickNo }) => tickNo);
  expect(new Set(numbers).size).toBe(numbers.length);
});
