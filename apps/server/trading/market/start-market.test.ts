import { type PublicTrade, subjects } from '@candor/api';
import { type Engine, openEngine } from '@candor/journal';
import type { KernelView } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { candleOpenMs, intervalMs } from '@candor/prices';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localCore } from '../../../../tests/support/local-core.ts';
import { eventually } from '../../../../tests/support/patience.ts';
import { patientTuning } from '../../../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { createBus } from '../../base/bus/index.ts';
import { unpackKlines } from '../../engine/values/index.ts';
import { openFeed, seedHash } from '../../prices/feeds/index.ts';
import { firstCommands, genesisOf, HOUSE_USER_ID } from '../../prices/listing/index.ts';
import { recordHere } from '../../prices/recorder/index.ts';
import { connectMarket } from './connect-market.ts';
import { type RunningMarket, startMarket } from './start-market.ts';

const seed = Buffer.alloc(32, 9);
const USER = 1000;
const SELLER = 1001;

let database: FreshDatabase;
let pool: Pool;
let engine: Engine;
let market: RunningMarket;
const bus = createBus((error) => {
  throw error;
});
const logged: string[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  pool = new Pool({ connectionString: database.connectionString });
  pool.on('error', () => {});
  const feed = await simulator();
  engine = await openEngine({
    connectionString: database.connectionString,
    genesis: genesisOf('practice', feed, seedHash(seed)),
    bootstrap: firstCommands('practice', feed),
    tuning: patientTuning,
  });
  await system({ type: 'openAccount', accountUserId: USER, kind: 'user' });
  await system({
    type: 'practiceFunds',
    accountUserId: USER,
    assetId: 1011,
    amount: 1_000_000_00000000n as Amount,
  });
  await system({ type: 'openAccount', accountUserId: SELLER, kind: 'user' });
  await system({
    type: 'practiceFunds',
    accountUserId: SELLER,
    assetId: 1001,
    amount: 100_000_000n as Amount,
  });
  market = await start(feed);
});

afterAll(async () => {
  await market?.stop();
  await engine?.stop();
  await pool?.end();
  await database?.drop();
});

/** Lead of the market's clock over the machine's, in ms. */
let aheadMs = 0;
const now = () => Date.now() + aheadMs;

const simulator = () =>
  openFeed({
    choice: { kind: 'simulator' },
    speed: 1,
    seed,
    now,
    log: (line) => logged.push(line),
  });

const start = async (feed: Awaited<ReturnType<typeof simulator>>) =>
  startMarket({
    pool,
    core: localCore(engine),
    engine,
    bus,
    recorder: recordHere(feed, { now, log: (line) => logged.push(line) }),
    seedHash: seedHash(seed),
    now,
    log: (line) => logged.push(line),
    say: () => {},
    historyFolder: null,
  });

async function system(body: Parameters<Engine['submit']>[0]['body']): Promise<void> {
  const { outcome } = await engine.submit({ userId: 0, key: null, bodyHash: null, body });
  expect(outcome.ok).toBe(true);
}

test('the index of every symbol comes from the three venues', async () => {
  await eventually(async () => {
    const used = await engine.read((view) =>
      view.symbols().map(({ symbolId }) => view.index(symbolId)?.venuesUsed),
    );
    expect(used).toEqual(Array(10).fill(3));
  });
});

test('the house quotes both sides of every book, and the books are not crossed', async () => {
  await eventually(async () => {
    const depths = await engine.read((view) =>
      view.symbols().map(({ symbolId }) => view.spot.depth(symbolId, 50)),
    );
    for (const { bids, asks } of depths) {
      expect(bids.length).toBeGreaterThanOrEqual(15);
      expect(asks.length).toBeGreaterThanOrEqual(15);
      expect(bids[0]!.priceTicks).toBeLessThan(asks[0]!.priceTicks);
      expect(bids[0]!.houseLots).toBe(bids[0]!.lots);
    }
  });
});

test('a market order fills against the house and is in no volume of ours', async () => {
  const trades: unknown[] = [];
  const stop = bus.subscribe(subjects.trade('BTCUSDT'), (message) => trades.push(message));
  // The house withdraws its quotes for a moment when the machine stands still.
  await eventually(async () => {
    const { outcome } = await engine.submit({
      userId: USER,
      key: null,
      bodyHash: null,
      body: {
        type: 'placeOrder',
        symbolId: 1,
        side: 'buy',
        orderType: 'market',
        timeInForce: 'IOC',
        postOnly: false,
        priceTicks: null,
        lots: 1000 as Lots,
        quoteAmount: null,
        clientOrderId: null,
      },
    });
    expect(outcome).toMatchObject({ ok: true, status: 'filled', filledLots: 1000 });
  });
  stop();
  expect(trades.filter((trade) => (trade as { source: string }).source === 'ours')).toEqual([]);
  expect(market.data.ticker('BTCUSDT')?.ownVolume24h).toBe('0.00000');
});

test('a mirror on the bus reads as the market itself does', async () => {
  const mirror = await connectMarket(bus, { now, log: (line) => logged.push(line) });
  const parts = (from: typeof mirror | RunningMarket['data']) => ({
    trades: from.recentTrades('BTCUSDT', 50).concat(from.recentTrades('BTCUSDT-PERP', 50)),
    ticks: from.indexTicks('BTCUSDT', 1_200),
    candles: from.indexCandles('BTCUSDT', 1_500),
    index: from.index('BTCUSDT'),
    names: from.tickers().map(({ symbol }) => symbol),
    kind: from.feedKind(),
    phase: from.feedStatus().phase,
    venues: from.venues('BTCUSDT').map(({ name, connected }) => ({ name, connected })),
  });
  const ticksBefore = market.data.indexTicks('BTCUSDT', 1).at(-1)!.n;
  await eventually(() => expect(mirror.indexTicks('BTCUSDT', 1).at(-1)!.n).toBeGreaterThan(ticksBefore + 8));
  expect(parts(mirror)).toEqual(parts(market.data));
  expect(mirror.indexTicks('BTCUSDT', 8)).toHaveLength(8);
  const [own, mirrored] = await Promise.all(
    [market.data, mirror].map((from) => from.candles('BTCUSDT', '1m', Date.UTC(2100, 0), 30)),
  );
  expect(mirrored!.slice(0, -2)).toEqual(own!.slice(0, -2));
  expect(mirrored).toHaveLength(30);
  mirror.stop();
});

test('a candle is said of the symbol and of the contract on it, as the market shows it', async () => {
  const said = new Map<string, unknown>();
  const stop = bus.subscribe(subjects.klines, (message) =>
    unpackKlines(message, (names, interval, kline) => {
      if (names.includes('BTCUSDT')) said.set(`${names.join(' ')} ${interval}`, kline.toJSON());
    }),
  );
  await eventually(async () => {
    const [shown] = await market.data.candles('BTCUSDT', '1d', Date.UTC(2100, 0), 1);
    expect(said.get('BTCUSDT BTCUSDT-PERP 1d')).toEqual(shown);
  });
  stop();
});

test("the venue's price going through a user's order fills it", async () => {
  // A bid far above the venue's asks takes; one that rests gets taken when the house quotes through it: the house's
  // asks are withdrawn first, so that the bid rests above where they come back. Both go in one row, unless the house
  // has requoted since it was looked at.
  await eventually(async () => {
    const [index, asks] = await engine.read((view) => [
      view.index(5)!.priceTicks!,
      view.spot.openOrders(HOUSE_USER_ID, 5).filter(({ side }) => side === 'sell'),
    ]);
    const levels = asks.map(({ side, priceTicks }) => ({ side, priceTicks, lots: 0 as Lots }));
    const [, { outcome }] = await Promise.all([
      engine.submit({
        userId: HOUSE_USER_ID,
        key: null,
        bodyHash: null,
        body: { type: 'massQuote', symbolId: 5, levels },
      }),
      engine.submit({
        userId: USER,
        key: null,
        bodyHash: null,
        body: {
          type: 'placeOrder',
          symbolId: 5,
          side: 'buy',
          orderType: 'limit',
          timeInForce: 'GTC',
          postOnly: true,
          priceTicks: Math.ceil(index * 1.01) as PriceTicks,
          lots: 100 as Lots,
          quoteAmount: null,
          clientOrderId: null,
        },
      }),
    ]);
    expect(outcome).toMatchObject({ ok: true, status: 'open' });
  });
  await eventually(async () => {
    expect(await engine.read((view) => view.spot.openOrders(USER, 5))).toEqual([]);
  });
});

test('users who trade with one another make our own volume, shown on the tape and kept over a restart', async () => {
  const trades: PublicTrade[] = [];
  const stop = bus.subscribe(subjects.trade('BTCUSDT'), (message) => trades.push(message as PublicTrade));
  const order = (userId: number, side: 'buy' | 'sell', priceTicks: PriceTicks) =>
    engine.submit({
      userId,
      key: null,
      bodyHash: null,
      body: {
        type: 'placeOrder',
        symbolId: 1,
        side,
        orderType: 'limit',
        timeInForce: 'GTC',
        postOnly: false,
        priceTicks,
        lots: 2_500 as Lots,
        quoteAmount: null,
        clientOrderId: null,
      },
    });
  await eventually(async () => {
    const { bids, asks } = await engine.read((view) => view.spot.depth(1, 1));
    // Between the house's quotes, so that neither meets the house.
    const price = (bids[0]!.priceTicks + 1) as PriceTicks;
    expect(price).toBeLessThan(asks[0]!.priceTicks);
    const [bought, sold] = await Promise.all([order(USER, 'buy', price), order(SELLER, 'sell', price)]);
    expect(bought.outcome).toMatchObject({ ok: true, status: 'open' });
    expect(sold.outcome).toMatchObject({ ok: true, status: 'filled' });
  });
  // the tape hears of a fill after its sender
  const ours = () => trades.filter(({ source }) => source === 'ours');
  await eventually(() => expect(ours()).toMatchObject([{ qty: '0.02500', side: 'sell' }]));
  stop();
  expect(market.data.ticker('BTCUSDT')?.ownVolume24h).toBe('0.02500');
  expect(market.data.recentTrades('BTCUSDT', 200).filter(({ source }) => source === 'ours')).toHaveLength(1);
  await market.stop();
  market = await start(await simulator());
  expect(market.data.ticker('BTCUSDT')?.ownVolume24h).toBe('0.02500');
  expect(Number(market.data.ticker('BTCUSDT')?.ownQuoteVolume24h)).toBeGreaterThan(100);
});

test('each coin has a contract that the house quotes from a wallet of its own, around the mark', async () => {
  const { contracts, insurance, house, spot } = await engine.read((view) => ({
    contracts: [...view.perpetual.symbols()],
    insurance: view.perpetual.insurance(1_011),
    house: view.balances(HOUSE_USER_ID, 'contract').find(({ assetId }) => assetId === 1_011),
    spot: view.balances(HOUSE_USER_ID).find(({ assetId }) => assetId === 1_011),
  }));
  expect(contracts.map(({ name }) => name).slice(0, 2)).toEqual(['BTCUSDT-PERP', 'ETHUSDT-PERP']);
  expect(contracts).toHaveLength(10);
  expect(insurance).toBe(1_000_000n * 10n ** 8n);
  expect(house!.available + house!.held).toBe(20_000_000n * 10n ** 8n);
  expect(spot).toBeDefined();
  await eventually(async () => {
    for (const { symbolId, priceBandPpm } of contracts) {
      const { depth, mark } = await engine.read((view) => ({
        depth: view.perpetual.depth(symbolId, 20),
        mark: view.perpetual.mark(symbolId),
      }));
      expect(depth.bids.length).toBeGreaterThan(3);
      expect(depth.asks.length).toBeGreaterThan(3);
      expect(depth.bids[0]!.priceTicks).toBeLessThan(depth.asks[0]!.priceTicks);
      expect(depth.bids.every(({ lots, houseLots }) => lots === houseLots)).toBe(true);
      // House quotes make no mark: it is the index.
      expect(mark!.markTicks).toBe(mark!.indexTicks);
      expect(Math.abs(depth.bids[0]!.priceTicks / mark!.markTicks! - 1)).toBeLessThan(priceBandPpm / 1e6);
    }
  });
  const candles = (symbol: string) => market.data.candles(symbol, '4h', Date.now(), 5);
  expect((await candles('BTCUSDT-PERP')).map(({ t }) => t)).toEqual(
    (await candles('BTCUSDT')).map(({ t }) => t),
  );
  await eventually(() => expect(market.data.recentTrades('BTCUSDT-PERP', 5).length).toBeGreaterThan(0));
});

test('tickers, candles and trades have a past and move', async () => {
  const tickers = market.data.tickers();
  const names = tickers.map(({ symbol }) => symbol);
  expect(names).toHaveLength(20);
  expect(names.filter((name) => name.endsWith('-PERP'))).toHaveLength(10);
  for (const ticker of tickers) {
    expect(Number(ticker.high24h)).toBeGreaterThanOrEqual(Number(ticker.last));
    expect(Number(ticker.volume24h)).toBeGreaterThan(0);
  }
  for (const interval of ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const) {
    const candles = await market.data.candles('ETHUSDT', interval, Date.now(), 50);
    expect(candles).toHaveLength(50);
    const times = candles.map(({ t }) => t);
    expect(new Set(times.slice(1).map((t, at) => t - times[at]!)).size).toBe(1);
  }
  await eventually(() => expect(market.data.recentTrades('BTCUSDT', 5)).toHaveLength(5));
});

test('after a restart the past joins the present without a hole, and nothing went wrong on the way', async () => {
  await market.stop();
  expect(await engine.read((view) => view.spot.openOrders(HOUSE_USER_ID, null))).toEqual([]);
  expect(await engine.read((view) => view.perpetual.openOrders(HOUSE_USER_ID, null))).toEqual([]);
  const wallet = (view: KernelView) => view.balances(HOUSE_USER_ID, 'contract').map((row) => ({ ...row }));
  const before = await engine.read(wallet);
  market = await start(await simulator());
  // A later start lists and funds nothing again.
  const after = await engine.read((view) => [wallet(view), view.perpetual.symbols().length] as const);
  expect(after[0]!.map(({ available, held }) => available + held)).toEqual(
    before.map(({ available, held }) => available + held),
  );
  expect(after[1]).toBe(10);
  // again where a minute began in between
  await eventually(async () => {
    const minutes = await market.data.candles('BTCUSDT', '1m', Date.now(), 100);
    const times = minutes.map(({ t }) => t);
    expect(times.slice(1).every((t, at) => t - times[at]! === 60_000)).toBe(true);
    expect(Date.now() - times.at(-1)!).toBeLessThan(60_000);
  });
  expect(logged).toEqual([]);
});

test('hours that the program was down are filled, and every interval joins up to its open candle', async () => {
  await market.stop();
  aheadMs = 5 * 3_600_000 + 1_234_567;
  market = await start(await simulator());
  for (const interval of ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const) {
    const length = intervalMs(interval);
    // again where a candle began in between
    await eventually(async () => {
      const candles = await market.data.candles('BTCUSDT', interval, Number.MAX_SAFE_INTEGER, 40);
      expect(candles.map(({ t }) => t)).toEqual(
        Array.from({ length: 40 }, (_, at) => candleOpenMs(now(), interval) - (39 - at) * length),
      );
      expect(candles.map(({ closed }) => closed)).toEqual([...Array(39).fill(true), false]);
    });
  }
  const hourMs = candleOpenMs(now(), '1h');
  const minutes = await market.data.candles('BTCUSDT', '1m', hourMs, 60);
  const hour = (await market.data.candles('BTCUSDT', '1h', hourMs, 1))[0]!;
  const numbers = minutes.map((candle) => [candle.h, candle.l].map(Number) as [number, number]);
  expect([hour.o, hour.c]).toEqual([minutes[0]!.o, minutes.at(-1)!.c]);
  expect(Number(hour.h)).toBe(Math.max(...numbers.map(([high]) => high)));
  expect(Number(hour.l)).toBe(Math.min(...numbers.map(([, low]) => low)));
  expect(logged).toEqual([]);
});

test('the index has its committed ticks, each once, and candles of them', async () => {
  await eventually(() => expect(market.data.indexTicks('BTCUSDT', 10)).toHaveLength(10));
  const ticks = market.data.indexTicks('BTCUSDT', 10);
  expect(ticks.map(({ n, t }) => t / n)).toEqual(ticks.map(() => 250));
  expect(new Set(ticks.map(({ n }) => n)).size).toBe(ticks.length);
  await eventually(() => expect(market.data.indexCandles('BTCUSDT', 5).length).toBeGreaterThan(1));
  expect(market.data.indexCandles('BTCUSDT', 5).at(-2)?.closed).toBe(true);
  expect(market.data.indexTicks('BTCUSDT-PERP', 5)).toEqual([]);
});
