import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Candle, type Interval, intervalMs } from '@candor/prices';
import { expect, test } from 'vitest';
import { aggregateCandles } from '../../../../../tests/support/aggregate-candles.ts';
import { eventually } from '../../../../../tests/support/patience.ts';
import type { FeedSink, VenueBook, VenueTrade } from '../types.ts';
import { COINS } from './coins.ts';
import { KeyedNoise } from './keyed-noise.ts';
import { simulatedMinutes, simulatedPast } from './past.ts';
import { readOrMakeSeed, seedHash } from './seed.ts';
import { SimulatedMarket } from './simulated-market.ts';
import { createSimulator } from './simulator.ts';
import { STEP_MS, Walk } from './walk.ts';

const seed = Buffer.alloc(32, 1);
const NOW = Date.UTC(2026, 10, 21, 12, 34, 56, 789);

test('the market is a function of the seed and the time: whatever was asked before', () => {
  const [one, two] = [new SimulatedMarket(seed, 3), new SimulatedMarket(seed, 3)];
  const times = Array.from({ length: 50 }, (_, at) => NOW + at * 7_777_777);
  const forward = times.map((timeMs) => [one.book('BTCUSDT', 1, timeMs), one.trades('SOLUSDT', 2, timeMs)]);
  const backward = times
    .toReversed()
    .map((timeMs) => [two.book('BTCUSDT', 1, timeMs), two.trades('SOLUSDT', 2, timeMs)]);
  expect(backward.toReversed()).toEqual(forward);
});

test('another seed is another market', () => {
  const other = new SimulatedMarket(Buffer.alloc(32, 2), 3);
  expect(other.book('BTCUSDT', 0, NOW)).not.toEqual(new SimulatedMarket(seed, 3).book('BTCUSDT', 0, NOW));
});

test('books are whole in ticks and lots, ordered, not crossed, and 25 levels deep', () => {
  const market = new SimulatedMarket(seed, 3);
  for (const { symbol, tick, lot } of COINS) {
    const [tickUnits, lotUnits] = [tick, lot].map((step) => BigInt(Math.round(Number(step) * 1e8)));
    for (let at = 0; at < 40; at++) {
      const { bids, asks } = market.book(symbol, at % 3, NOW + at * 60_123);
      expect([bids.length, asks.length]).toEqual([25, 25]);
      expect(bids[0]!.price).toBeLessThan(asks[0]!.price);
      for (const side of [bids, asks]) {
        expect(
          side.every(
            ({ price, quantity }) =>
              price % tickUnits! === 0n && quantity > 0n && quantity % lotUnits! === 0n,
          ),
        ).toBe(true);
      }
      expect(bids.every(({ price }, level) => level === 0 || price < bids[level - 1]!.price)).toBe(true);
      expect(asks.every(({ price }, level) => level === 0 || price > asks[level - 1]!.price)).toBe(true);
    }
  }
});

test('trades happen at the top of the book of their moment', () => {
  const market = new SimulatedMarket(seed, 3);
  let count = 0;
  for (let step = 0; step < 2_000; step++) {
    const timeMs = Math.floor(NOW / STEP_MS) * STEP_MS + step * STEP_MS;
    for (const trade of market.trades('BTCUSDT', 0, timeMs)) {
      const { bids, asks } = market.book('BTCUSDT', 0, timeMs);
      expect(trade.price).toBe((trade.takerSide === 'buy' ? asks : bids)[0]!.price);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(400);
});

test('the venues agree to a few parts in ten thousand, and so the index keeps them all', () => {
  const market = new SimulatedMarket(seed, 3);
  for (const { symbol } of COINS) {
    const mids = [0, 1, 2].map((venue) => {
      const { bids, asks } = market.book(symbol, venue, NOW);
      return Number(bids[0]!.price + asks[0]!.price) / 2;
    });
    expect(Math.max(...mids) / Math.min(...mids)).toBeLessThan(1.004);
  }
});

/** A year of hourly changes of a symbol, for some seeds. */
function hourlyChanges(symbol: string): number[][] {
  return [3, 4, 5].map((byte) => {
    const market = new SimulatedMarket(Buffer.alloc(32, byte), 1);
    const prices = Array.from({ length: 24 * 360 }, (_, hour) =>
      Number(market.past(symbol, NOW - hour * 3_600_000).price),
    );
    return prices.slice(1).map((price, at) => Math.log(price / prices[at]!));
  });
}

test('prices move as coins do: by percents a day, in calms and storms, together', () => {
  const [bitcoin, solana] = [hourlyChanges('BTCUSDT'), hourlyChanges('SOLUSDT')];
  for (const [at, changes] of bitcoin.entries()) {
    const squares = changes.map((change) => change * change);
    const daily = Math.sqrt(mean(squares) * 24);
    expect(daily).toBeGreaterThan(0.01);
    expect(daily).toBeLessThan(0.025);
    expect(correlation(squares.slice(1), squares.slice(0, -1))).toBeGreaterThan(0.08);
    const kurtosis = mean(squares.map((square) => square * square)) / mean(squares) ** 2;
    expect(kurtosis).toBeGreaterThan(3.5);
    expect(correlation(changes, solana[at]!)).toBeGreaterThan(0.4);
    expect(Math.abs(correlation(changes.slice(1), changes.slice(0, -1)))).toBeLessThan(0.08);
  }
});

test('over ten years a price stays near where it began', () => {
  const market = new SimulatedMarket(seed, 1);
  for (let month = 0; month < 120; month++) {
    const price = Number(market.past('BTCUSDT', NOW + month * 30 * 86_400_000).price) / 1e8;
    expect(price).toBeGreaterThan(20_000);
    expect(price).toBeLessThan(300_000);
  }
});

test('the past reaches back a year without hole or overlap, up to the open minute, and joins it', () => {
  const market = new SimulatedMarket(seed, 3);
  const pieces = new Map<string, { interval: Interval; candle: Candle }[]>();
  for (const { symbol, interval, candles } of simulatedPast(market, null, NOW)) {
    const kept = pieces.get(symbol) ?? [];
    pieces.set(symbol, kept);
    for (const candle of candles) kept.push({ interval, candle });
  }
  expect([...pieces.keys()]).toEqual(market.symbols);
  const bitcoin = pieces.get('BTCUSDT')!;
  const gaps = bitcoin.slice(1).filter(({ candle }, at) => {
    const before = bitcoin[at]!;
    return before.candle.openMs + intervalMs(before.interval) !== candle.openMs;
  });
  expect(gaps).toEqual([]);
  const minute = Math.floor(NOW / 60_000) * 60_000;
  expect(bitcoin.at(-1)!.candle.openMs).toBe(minute - 60_000);
  expect(bitcoin[0]!.candle.openMs).toBeLessThan(NOW - 360 * 86_400_000);
  expect(new Date(bitcoin[0]!.candle.openMs).getUTCDay()).toBe(1);
  const days = aggregateCandles(
    bitcoin.map(({ candle }) => candle),
    '1d',
  );
  expect(days.length).toBeGreaterThan(360);
  const open = simulatedMinutes(market, NOW).get('BTCUSDT')!;
  expect(open.openMs).toBe(minute);
  expect(Math.abs(Number(open.open - bitcoin.at(-1)!.candle.close)) / Number(open.open)).toBeLessThan(0.002);
});

test('the past since a moment is the same as that part of the whole', () => {
  const market = new SimulatedMarket(seed, 3);
  const since = NOW - (NOW % 60_000) - 90 * 60_000;
  const whole = [...simulatedPast(market, null, NOW)].filter(({ interval }) => interval === '1m');
  const part = [...simulatedPast(new SimulatedMarket(seed, 3), since, NOW)];
  const late = whole
    .filter(({ symbol }) => symbol === 'ETHUSDT')
    .flatMap(({ candles }) => candles)
    .filter(({ openMs }) => openMs >= since);
  expect(part.filter(({ symbol }) => symbol === 'ETHUSDT').flatMap(({ candles }) => candles)).toEqual(late);
  expect(late).toHaveLength(90);
});

test('the feed delivers books of three venues at once, and trades of every step, also after a pause', async () => {
  let nowMs = NOW;
  const feed = createSimulator(seed, () => nowMs);
  const [books, trades]: [VenueBook[], VenueTrade[]] = [[], []];
  const sink: FeedSink = {
    book: (book) => books.push(book),
    trade: (trade) => trades.push(trade),
    restarted: () => {},
  };
  await feed.start(sink);
  try {
    expect(books).toHaveLength(30);
    expect(feed.status()).toMatchObject({ phase: 'running', kind: 'simulator', round: 1 });
    nowMs += 20_000;
    await eventually(() => expect(books).toHaveLength(60));
    const market = new SimulatedMarket(seed, 3);
    const first = Math.floor(NOW / STEP_MS);
    const wanted = Array.from({ length: 81 }, (_, at) =>
      market.trades('BTCUSDT', 0, (first + at) * STEP_MS),
    ).flat();
    const got = trades.filter(({ symbol, venueId }) => symbol === 'BTCUSDT' && venueId === 1);
    expect(got.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
  } finally {
    await feed.stop();
  }
  expect(feed.status().phase).toBe('stopped');
});

test('noise is even, and a walk asked twice is asked once', () => {
  const noise = new KeyedNoise(seed, 'test');
  const evens = Array.from({ length: 20_000 }, (_, index) => noise.uniform(7, index));
  expect(mean(evens)).toBeCloseTo(0.5, 1);
  const gausses = Array.from({ length: 20_000 }, (_, index) => noise.gauss(8, index));
  expect(Math.abs(mean(gausses))).toBeLessThan(0.03);
  expect(mean(gausses.map((value) => value * value))).toBeCloseTo(1, 1);
  expect(noise.bits(1, 5)).not.toBe(noise.bits(1, 5 + 2 ** 32));
  const walk = new Walk(noise, { dailyDeviation: 0.02, wideDeviation: 0.2 });
  const first = walk.at(NOW);
  walk.at(0);
  expect(walk.at(NOW)).toBe(first);
});

test('the seed is made once, for its owner only, and told by its hash', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'candor-seed-'));
  try {
    const made = await readOrMakeSeed(folder, null);
    expect(made).toHaveLength(32);
    expect(await readOrMakeSeed(folder, null)).toEqual(made);
    expect((await stat(join(folder, 'simulator-seed'))).mode & 0o777).toBe(0o600);
    expect(seedHash(made)).not.toContain(made.toString('hex'));
    expect(seedHash(Buffer.alloc(32))).toBe(
      '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
    );
    await expect(readOrMakeSeed(folder, 'ab'.repeat(32))).rejects.toThrow(/another seed than the one given/);
    await writeFile(join(folder, 'simulator-seed'), 'nonsense');
    await expect(readOrMakeSeed(folder, null)).rejects.toThrow(/no simulator's seed/);
    expect(await readFile(join(folder, 'simulator-seed'), 'utf8')).toBe('nonsense');
  } finally {
    await rm(folder, { recursive: true });
  }
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function correlation(left: readonly number[], right: readonly number[]): number {
  const [meanLeft, meanRight] = [mean(left), mean(right)];
  const together = mean(left.map((value, at) => (value - meanLeft) * (right[at]! - meanRight)));
  const spread = (values: readonly number[], middle: number) =>
    Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
  return together / (spread(left, meanLeft) * spread(right, meanRight));
}
