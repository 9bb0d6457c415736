import { type Engine, openEngine } from '@candor/journal';
import { type Candle, CandleBuilder } from '@candor/prices';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { localCore } from '../../../../tests/support/local-core.ts';
import { eventually } from '../../../../tests/support/patience.ts';
import { patientTuning } from '../../../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { recordedData } from '../../../../tests/support/recorded-data.ts';
import { createBus } from '../../base/bus/index.ts';
import { toKline } from '../../engine/values/index.ts';
import { openFeed, seedHash } from '../../prices/feeds/index.ts';
import { textLines } from '../../prices/feeds/replay/text-lines.ts';
import { firstCommands, genesisOf } from '../../prices/listing/index.ts';
import { type Recorder, recordHere } from '../../prices/recorder/index.ts';
import { marketUnits } from './public-values.ts';
import { type RunningMarket, startMarket } from './start-market.ts';

const seed = Buffer.alloc(32, 3);

let database: FreshDatabase;
let pool: Pool;
let engine: Engine;
let feed: Recorder;
let market: RunningMarket;
let logged: string[];
let said: string[];

/** Plays the recording, which comes to its midnight after six minutes, so many times faster. */
async function open(speed: number): Promise<void> {
  [logged, said] = [[], []];
  database = await freshDatabase();
  pool = new Pool({ connectionString: database.connectionString });
  pool.on('error', () => {});
  const path = recordedData('binance-l2-feed', 'spot-btcusdt.feed.gz');
  const log = (line: string) => logged.push(line);
  const played = await openFeed({ choice: { kind: 'replay', path }, speed, seed, now: Date.now, log });
  feed = recordHere(played, { now: Date.now, log });
  engine = await openEngine({
    connectionString: database.connectionString,
    genesis: genesisOf('practice', feed, seedHash(seed)),
    bootstrap: firstCommands('practice', feed),
    tuning: patientTuning,
  });
  market = await startMarket({
    pool,
    core: localCore(engine),
    engine,
    recorder: feed,
    log,
    historyFolder: null,
    now: Date.now,
    seedHash: seedHash(seed),
    bus: createBus((error) => {
      throw error;
    }),
    say: (line) => said.push(line),
  });
}

async function close(): Promise<void> {
  await market?.stop();
  await engine?.stop();
  await pool?.end();
  await database?.drop();
}

describe('a recorded market before its midnight', () => {
  beforeAll(() => open(1));
  afterAll(close);

  test('the charts go back by the recorded candles beside the recording, and not beyond its clock', async () => {
    expect(said.join(' ')).toMatch(/Loaded \d+ recorded candles/);
    const days = await market.data.candles('BTCUSDT', '1d', Number.MAX_SAFE_INTEGER, 3);
    expect(days.map(({ t }) => t)).toEqual([
      Date.UTC(2024, 7, 6),
      Date.UTC(2024, 7, 7),
      Date.UTC(2024, 7, 8),
    ]);
    // The day of the recording is the recorded hours before it and what was played since: not the whole day as it ended.
    // The day as of then: its recorded hours but the last, and what was played.
    expect(days.at(-1)).toMatchObject({ o: '55133.76', h: '62530.00', closed: false });
    const hours = await market.data.candles('BTCUSDT', '1h', Number.MAX_SAFE_INTEGER, 3);
    expect(hours.filter(({ closed }) => closed).at(-1)).toMatchObject({
      t: Date.UTC(2024, 7, 8, 22),
      c: '62332.00',
    });
  });

  test('minutes recorded half a year before are not drawn beside those of today', async () => {
    // once there are minutes of today
    await eventually(async () => {
      const minutes = await market.data.candles('BTCUSDT', '1m', Number.MAX_SAFE_INTEGER, 500);
      expect(minutes.length).toBeGreaterThan(0);
      expect(minutes.every(({ t }) => t >= Date.UTC(2024, 7, 8))).toBe(true);
    });
    const older = await market.data.candles('BTCUSDT', '1m', Date.UTC(2024, 1, 1), 500);
    expect(older).toHaveLength(500);
  });

  test('the statistics cover the recorded day before', () => {
    const ticker = market.data.ticker('BTCUSDT');
    expect(ticker).toMatchObject({ high24h: '62530.00', low24h: '54730.00' });
    expect(Number(ticker?.volume24h)).toBeGreaterThan(44_000);
  });

  test('the book that users meet is the recorded one', async () => {
    await eventually(async () => {
      const { bids, asks, index } = await engine.read((view) => ({
        ...view.spot.depth(1, 5),
        index: view.index(1),
      }));
      expect(bids.length).toBe(5);
      expect(asks[0]!.priceTicks - bids[0]!.priceTicks).toBeLessThan(10_000);
      expect(index?.venuesUsed).toBe(1);
      expect(Math.abs(index!.priceTicks! - 6_180_000)).toBeLessThan(60_000);
    });
  });
});

describe('a recorded market past its midnight', () => {
  beforeAll(() => open(40));
  afterAll(close);

  test('the played minutes are the exported ones, to the last unit', async () => {
    const builder = new CandleBuilder('1m');
    const exported: Candle[] = [];
    for await (const line of textLines(recordedData('binance-l2-feed', 'spot-btcusdt.trades.csv.gz'))) {
      const [id, timeMs, price = '', quantity = ''] = line.split(',');
      if (id !== 'trade_id')
        exported.push(...builder.add(Number(timeMs), marketUnits(price), marketUnits(quantity)));
    }
    await vi.waitFor(() => expect(feed.status().marketTimeMs).toBeGreaterThan(Date.UTC(2024, 7, 9, 0, 2)), {
      timeout: 120_000,
      interval: 50,
    });
    const range = { beforeMs: feed.marketTimeMs(), limit: 8 };
    const played = (await market.data.candles('BTCUSDT', '1m', range.beforeMs, range.limit)).filter(
      ({ closed }) => closed,
    );
    const decimals = { price: 2, quantity: 5 };
    const wanted = exported.filter(({ openMs }) => played.some(({ t }) => t === openMs));
    expect(played.length).toBeGreaterThanOrEqual(6);
    expect(played).toEqual(wanted.map((candle) => toKline(candle, true, decimals)));
    const day = (await market.data.candles('BTCUSDT', '1d', Number.MAX_SAFE_INTEGER, 2)).at(0);
    expect(day).toMatchObject({ t: Date.UTC(2024, 7, 8), c: '61685.99', closed: true });
    expect(logged).toEqual([]);
  });
});
