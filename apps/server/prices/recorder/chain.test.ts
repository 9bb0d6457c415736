import { tickHash } from '@candor/prices';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VenueBook } from '../feeds/index.ts';
import { Chain, type ChainOptions } from './chain.ts';
import type { ChainEnd, ChainedTick } from './messages.ts';

const START_MS = 1_000_000_000_100;
const FIRST_PLACE = 4_000_000_001;
const END: ChainEnd = { tickNo: 7, chainedMs: 0, recordNo: 4, hash: 'ab'.repeat(32) };

let ticks: ChainedTick[];
let said: string[];
let chain: Chain | null = null;

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS });
  [ticks, said] = [[], []];
});

afterEach(() => {
  chain?.stop();
  vi.useRealTimers();
});

const start = (change: Partial<ChainOptions> = {}) => {
  chain = new Chain({
    symbols: [{ symbolId: 1, name: 'BTCUSDT', tickDecimal: '0.1' }],
    after: END,
    waiting: 0,
    now: () => Date.now(),
    log: (line) => said.push(line),
    onTick: (tick) => ticks.push(tick),
    ...change,
  });
  chain.start();
  return chain;
};

const book = (bid: bigint, ask: bigint, timeMs: number, venueId = 1): VenueBook => ({
  venueId,
  symbol: 'BTCUSDT',
  timeMs,
  bids: [{ price: bid, quantity: 1n }],
  asks: [{ price: ask, quantity: 1n }],
});

test('ticks are numbered by their place on the grid of 250 ms, also those that say nothing new', () => {
  start();
  vi.advanceTimersByTime(1_000);
  expect(ticks.map(({ tickNo }) => tickNo)).toEqual([0, 1, 2, 3].map((at) => FIRST_PLACE + at));
  expect(ticks.map(({ chainedMs }) => chainedMs)).toEqual(ticks.map(({ tickNo }) => tickNo * 250));
  expect(ticks.every(({ quotes }) => quotes.length === 0)).toBe(true);
});

test('a quote is said when it changed and again before it would go stale, rounded away from the middle', () => {
  const running = start();
  running.book(book(100_15000000n, 100_21000000n, START_MS));
  vi.advanceTimersByTime(250);
  expect(ticks.at(-1)?.quotes).toEqual([
    { venueId: 1, symbolId: 1, bidTicks: 1_001, askTicks: 1_003, venueTimeMs: START_MS },
  ]);
  running.book(book(100_19000000n, 100_29000000n, START_MS + 1_000));
  vi.advanceTimersByTime(250);
  expect(ticks.at(-1)?.quotes).toEqual([]);
  running.book(book(100_15000000n, 100_21000000n, START_MS + 1_500));
  vi.advanceTimersByTime(250);
  expect(ticks.at(-1)?.quotes).toMatchObject([{ bidTicks: 1_001, venueTimeMs: START_MS + 1_500 }]);
  running.book(book(100_15000000n, 100_31000000n, START_MS + 1_501));
  vi.advanceTimersByTime(250);
  expect(ticks.at(-1)?.quotes).toMatchObject([{ askTicks: 1_004 }]);
});

test('a venue that fell silent is not repeated: its last quote goes stale', () => {
  const running = start();
  running.book(book(100_00000000n, 101_00000000n, START_MS));
  vi.advanceTimersByTime(20_000);
  expect(ticks.flatMap(({ quotes }) => quotes)).toHaveLength(1);
});

test('a clock that went back stops no tick: no number comes twice, and no time of chaining goes back', () => {
  start();
  vi.advanceTimersByTime(500);
  vi.setSystemTime(START_MS - 3_600_000);
  vi.advanceTimersByTime(1_000);
  vi.setSystemTime(START_MS + 60_000);
  vi.advanceTimersByTime(1_000);
  const numbers = ticks.map(({ tickNo }) => tickNo);
  const times = ticks.map(({ chainedMs }) => chainedMs);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).toEqual(numbers.toSorted((left, right) => left - right));
  expect(times).toEqual(times.toSorted((left, right) => left - right));
  expect(ticks.at(-1)).toMatchObject({ tickNo: Math.floor(Date.now() / 250), chainedMs: Date.now() - 100 });
});

test('numbers that ran ahead of the clock find their places again', () => {
  start({ after: { ...END, tickNo: FIRST_PLACE + 2, chainedMs: START_MS } });
  vi.advanceTimersByTime(12_000);
  expect(ticks.at(-1)?.tickNo).toBe(Math.floor(Date.now() / 250));
  const numbers = ticks.map(({ tickNo }) => tickNo);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('with ten minutes of ticks not journaled it makes no more, says so once, and goes on when some are', () => {
  const running = start({ waiting: 2_398 });
  vi.advanceTimersByTime(5_000);
  expect(ticks).toHaveLength(2);
  expect(said).toEqual([
    '2400 index ticks wait for the journal: the recorder makes no more until some are journaled',
  ]);
  running.journaled(2_400);
  vi.advanceTimersByTime(1_000);
  expect(ticks).toHaveLength(6);
  expect(said.slice(1)).toEqual(['The recorder makes index ticks again']);
});

test('each tick names the hash of the one before, and its own is that of all it says', () => {
  const running = start();
  running.book(book(100_15000000n, 100_21000000n, START_MS));
  vi.advanceTimersByTime(1_000);
  let [no, previousHash] = [END.recordNo, END.hash];
  for (const { record, tickNo, chainedMs, quotes } of ticks) {
    no += 1;
    const hash = tickHash({ no, previousHash, tickNo, chainedMs, quotes });
    expect(record).toEqual({ no, previousHash, hash });
    previousHash = hash;
  }
  expect(ticks).toHaveLength(4);
});

test('it goes on after another end, and says all quotes again', () => {
  const running = start();
  running.book(book(100_15000000n, 100_21000000n, START_MS));
  vi.advanceTimersByTime(500);
  expect(ticks.at(-1)?.quotes).toEqual([]);
  running.goOnAfter({ ...END, recordNo: 90 });
  vi.advanceTimersByTime(250);
  expect(ticks.at(-1)).toMatchObject({
    record: { no: 91, previousHash: END.hash },
    quotes: [{ bidTicks: 1_001 }],
  });
});

test('what is no price is left out: the kernel would refuse it, and all that follows', () => {
  const running = start();
  running.book(book(100_15000000n, 100_21000000n, START_MS));
  vi.advanceTimersByTime(250);
  running.book(book(100_15000000n, 10n ** 20n, START_MS + 9));
  running.book(book(100_15000000n, 100_31000000n, Number.NaN));
  vi.advanceTimersByTime(250);
  expect(ticks.at(-1)?.quotes).toEqual([]);
});
