import { type Candle, type INTERVALS, intervalMs } from '@candor/prices';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import type { MarketFeed, PastCandles } from '../../prices/feeds/index.ts';
import { CandleStore } from './candle-store.ts';
import { fillPast } from './fill-past.ts';

const MONDAY = Date.UTC(2026, 10, 16);
const SOURCE = 'a\\odd\tsource';
const HOURS = 8 * 24 + 5;

let database: FreshDatabase;
let pool: Pool;
let store: CandleStore;

beforeAll(async () => {
  database = await freshDatabase();
  pool = new Pool({ connectionString: database.connectionString });
  store = await CandleStore.open(pool);
});

beforeEach(async () => {
  await pool.query('TRUNCATE market.candles, market.loaded_files');
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const hour = (at: number, volume = 7n): Candle => ({
  openMs: MONDAY + at * 3_600_000,
  open: 1_000n + BigInt(at),
  high: 2_000n + BigInt((at * 37) % 100),
  low: 900n - BigInt((at * 53) % 100),
  close: 123_456_789_012_345_678n + BigInt(at),
  volume,
  quoteVolume: 3n,
});

function feedOf(past: (sinceMs: number | null) => AsyncIterable<PastCandles>): MarketFeed {
  const part: Pick<MarketFeed, 'source' | 'symbols' | 'marketTimeMs' | 'past'> = {
    source: SOURCE,
    symbols: ['BTCUSDT', 'ETHUSDT'],
    marketTimeMs: () => MONDAY + HOURS * 3_600_000,
    past,
  };
  return part as MarketFeed;
}

async function* hours(): AsyncGenerator<PastCandles> {
  for (const symbol of ['ETHUSDT', 'BTCUSDT']) {
    const candles = Array.from({ length: HOURS }, (_, at) => hour(at));
    yield { symbol, interval: '1h', candles: candles.slice(0, 100) };
    // a source that gives a candle a second time, and differently
    yield { symbol, interval: '1h', candles: [hour(99, 8n), ...candles.slice(100)] };
  }
}

const say = () => {};
const all = (interval: (typeof INTERVALS)[number]) =>
  store.between(SOURCE, ['BTCUSDT', 'ETHUSDT'], interval, 0, Number.MAX_SAFE_INTEGER);

test('a first filling keeps each candle as the source told it, and the longer ones that are whole', async () => {
  expect(await fillPast({ store, feed: feedOf(hours), say })).toBe(2 * HOURS);
  const told = Array.from({ length: HOURS }, (_, at) => hour(at));
  expect(await all('1h')).toEqual(
    new Map([
      ['BTCUSDT', told],
      ['ETHUSDT', told],
    ]),
  );
  for (const interval of ['4h', '1d', '1w'] as const) {
    const count = intervalMs(interval) / intervalMs('1h');
    const wanted = Array.from({ length: Math.floor(HOURS / count) }, (_, at) => {
      const parts = told.slice(at * count, (at + 1) * count);
      const sum = (value: (candle: Candle) => bigint) =>
        parts.reduce((total, part) => total + value(part), 0n);
      return {
        openMs: parts[0]!.openMs,
        open: parts[0]!.open,
        close: parts.at(-1)!.close,
        high: parts.reduce((most, { high }) => (high > most ? high : most), 0n),
        low: parts.reduce((least, { low }) => (low < least ? low : least), 10_000n),
        volume: sum(({ volume }) => volume),
        quoteVolume: sum(({ quoteVolume }) => quoteVolume),
      };
    });
    expect((await all(interval)).get('ETHUSDT')).toEqual(wanted);
  }
});

test('a first filling that is cut off leaves nothing and is done again; a second filling adds what came since', async () => {
  const stale = { symbol: 'BTCUSDT', interval: '1h', candle: { ...hour(3), volume: 99n } } as const;
  await store.write(SOURCE, [stale], false);
  const broken = feedOf(async function* () {
    yield { symbol: 'BTCUSDT', interval: '1h', candles: [hour(0), hour(1)] };
    throw new Error('the source went away');
  });
  await expect(fillPast({ store, feed: broken, say })).rejects.toThrow('the source went away');
  expect((await all('1h')).get('BTCUSDT')).toEqual([stale.candle]);
  await fillPast({ store, feed: feedOf(hours), say });
  expect((await all('1h')).get('BTCUSDT')?.[3]).toEqual(hour(3));
  const asked: (number | null)[] = [];
  const more = feedOf(async function* (sinceMs) {
    asked.push(sinceMs);
    yield { symbol: 'BTCUSDT', interval: '1h', candles: [hour(0, 11n), hour(HOURS)] };
  });
  expect(await fillPast({ store, feed: more, say })).toBe(2);
  expect(asked).toEqual([0]);
  const kept = (await all('1h')).get('BTCUSDT')!;
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([HOURS + 1, hour(0), hour(HOURS)]);
  expect(pool.idleCount).toBe(pool.totalCount);
});
