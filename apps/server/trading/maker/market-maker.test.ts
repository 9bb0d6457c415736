import { type Engine, openEngine } from '@candor/journal';
import type { Command, OpenOrderView } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { localCore } from '../../../../tests/support/local-core.ts';
import { eventually } from '../../../../tests/support/patience.ts';
import { patientTuning } from '../../../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { SIMULATED_VENUES, type VenueBook } from '../../prices/feeds/index.ts';
import { MAKER_SETTINGS, MarketMaker } from './index.ts';

const HOUSE = 1;
const USER = 1000;
const [BTC, USDT] = [1001, 1011];
const COIN = 100_000_000n;
/** Initial funding of the house: 10 BTC and 1,000,000 USDT. */
const funding = new Map([
  [BTC, (10n * COIN) as Amount],
  [USDT, (1_000_000n * COIN) as Amount],
]);

let database: FreshDatabase;
let engine: Engine;
let maker: MarketMaker;
let logged: string[];
let nowMs = Date.now();
let tickNo = 0;

const start: Command[] = [
  { type: 'listAsset', assetId: BTC, code: 'BTC', name: 'Bitcoin', scale: 8 },
  { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 },
  { type: 'setFees', makerPpm: 1_000, takerPpm: 1_000 },
  {
    type: 'listSymbol',
    symbolId: 1,
    name: 'BTCUSDT',
    baseAssetId: BTC,
    quoteAssetId: USDT,
    tickDecimal: '0.1',
    lotDecimal: '0.001',
    minNotional: COIN as Amount,
    maxLots: 100_000 as Lots,
    maxOpenOrders: 100,
    priceBandPpm: 0,
  },
  ...SIMULATED_VENUES.map(
    ({ venueId, name, weightPpm }): Command => ({ type: 'setVenue', venueId, name, weightPpm }),
  ),
  { type: 'openAccount', accountUserId: HOUSE, kind: 'house' },
  ...[...funding].map(
    ([assetId, amount]): Command => ({ type: 'practiceFunds', accountUserId: HOUSE, assetId, amount }),
  ),
  { type: 'openAccount', accountUserId: USER, kind: 'user' },
  { type: 'practiceFunds', accountUserId: USER, assetId: USDT, amount: (10_000_000n * COIN) as Amount },
  { type: 'practiceFunds', accountUserId: USER, assetId: BTC, amount: (1_000n * COIN) as Amount },
];

beforeAll(async () => {
  database = await freshDatabase();
});

afterAll(() => database.drop());

beforeEach(async () => {
  engine = await openEngine({
    connectionString: database.connectionString,
    genesis: { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null },
    bootstrap: start,
    tuning: patientTuning,
    now: () => nowMs,
  });
  logged = [];
  maker = new MarketMaker({
    core: localCore(engine),
    userId: HOUSE,
    venueId: 1,
    funding,
    settings: { ...MAKER_SETTINGS, levels: 3, sizePpm: 1_000_000, everyMs: 100, urgentMs: 20 },
    now: () => nowMs,
    log: (line) => logged.push(line),
  });
});

afterEach(async () => {
  await maker.stop();
  await engine.stop();
  const fresh = await freshDatabase();
  await database.drop();
  database = fresh;
});

const submit = (userId: number, body: Command) => engine.submit({ userId, key: null, bodyHash: null, body });

/** A venue's book around a price: three levels of 0.5 BTC a side, 1 USDT apart. */
const bookAt = (price: number, venueId = 1): VenueBook => {
  const side = (sign: 1 | -1) =>
    [1, 2, 3].map((at) => ({ price: BigInt(price + sign * at) * COIN, quantity: COIN / 2n }));
  return { venueId, symbol: 'BTCUSDT', bids: side(-1), asks: side(1), timeMs: nowMs };
};

async function indexAt(price: number): Promise<void> {
  tickNo += 1;
  const ticks = (price * 10) as PriceTicks;
  const quotes = SIMULATED_VENUES.map(({ venueId }) => ({
    venueId,
    symbolId: 1,
    bidTicks: ticks,
    askTicks: ticks,
    venueTimeMs: nowMs,
  }));
  expect((await submit(0, { type: 'indexTick', tickNo, quotes })).outcome.ok).toBe(true);
}

const limit = (side: 'buy' | 'sell', price: number, lots: number): Command => ({
  type: 'placeOrder',
  symbolId: 1,
  side,
  orderType: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  priceTicks: (price * 10) as PriceTicks,
  lots: lots as Lots,
  quoteAmount: null,
  clientOrderId: null,
});

const quotes = async () => {
  const orders = await engine.read((view) => view.spot.openOrders(HOUSE, 1));
  const rest = (order: OpenOrderView) => [order.side, order.priceTicks / 10, order.lots - order.filledLots];
  return orders.map(rest).sort((left, right) => Number(right[1]) - Number(left[1]));
};

/** Lets the machine's clock and the venue's go on together. */
async function venueAt(price: number, afterMs = 150): Promise<void> {
  nowMs += afterMs;
  await indexAt(price);
  maker.book(bookAt(price));
}

const mirrored = (price: number) => [
  ['sell', price + 3, 500],
  ['sell', price + 2, 500],
  ['sell', price + 1, 500],
  ['buy', price - 1, 500],
  ['buy', price - 2, 500],
  ['buy', price - 3, 500],
];

test("the quotes are the venue's book, follow it, and send only what changed", async () => {
  maker.start();
  await venueAt(50_000);
  await eventually(async () => expect(await quotes()).toEqual(mirrored(50_000)));
  expect(maker.phase).toBe('quoting');
  const sent: number[] = [];
  engine.onCommitted(({ commands }) => {
    for (const { envelope } of commands)
      if (envelope.body.type === 'massQuote') sent.push(envelope.body.levels.length);
  });
  maker.book(bookAt(60_000, 2));
  await venueAt(50_001);
  await eventually(async () => expect(await quotes()).toEqual(mirrored(50_001)));
  // The bids 49,997 and the ask 50,001 go, 50,000 and 50,004 come: the other four stay.
  expect(sent).toEqual([4]);
});

test("a user's resting order is taken when the venue's price goes through it, at the user's price", async () => {
  maker.start();
  await venueAt(50_000);
  await eventually(async () => expect(await quotes()).toHaveLength(6));
  const { outcome } = await submit(USER, limit('buy', 49_990, 300));
  expect(outcome).toMatchObject({ ok: true, status: 'open' });
  const prices: number[] = [];
  engine.onCommitted(({ commands }) => {
    for (const { events } of commands) {
      for (const event of events) if (event.type === 'trade') prices.push(event.priceTicks / 10);
    }
  });
  await venueAt(49_900);
  await eventually(async () =>
    expect(await engine.read((view) => view.spot.openOrders(USER, 1))).toEqual([]),
  );
  expect(prices).toEqual([49_990]);
  await eventually(async () => expect((await quotes()).at(-1)).toEqual(['buy', 49_897, 500]));
});

test('a feed that falls silent takes the quotes with it, and brings them back', async () => {
  maker.start();
  await venueAt(50_000);
  await eventually(async () => expect(await quotes()).toHaveLength(6));
  nowMs += MAKER_SETTINGS.staleMs + 1;
  await eventually(async () => expect(await quotes()).toEqual([]));
  expect(maker.phase).toBe('paused');
  await venueAt(50_000);
  await eventually(async () => expect(await quotes()).toHaveLength(6));
});

test('a halted symbol is not quoted', async () => {
  maker.start();
  await venueAt(50_000);
  await eventually(async () => expect(await quotes()).toHaveLength(6));
  await submit(0, { type: 'setSymbolState', symbolId: 1, state: 'halted', reason: 'maintenance' });
  await eventually(async () => expect(await quotes()).toEqual([]));
  await submit(0, { type: 'setSymbolState', symbolId: 1, state: 'trading', reason: '' });
  nowMs += 150;
  await eventually(async () => expect(await quotes()).toHaveLength(6));
});

test('what users buy away is not quoted again without end: the asks shrink and stop, the bids go on', async () => {
  const askLots: number[] = [];
  engine.onCommitted(({ commands }) => {
    for (const { body } of commands.map(({ envelope }) => envelope))
      if (body.type === 'massQuote')
        askLots.push(...body.levels.filter(({ side }) => side === 'sell').map(({ lots }) => lots));
  });
  maker.start();
  const buyAll = async () => {
    await venueAt(50_000);
    await eventually(async () => expect((await quotes()).some(([side]) => side === 'buy')).toBe(true));
    await submit(USER, limit('buy', 50_003, 1_500));
    await submit(USER, { type: 'cancelAll', symbolId: 1 });
  };
  const total = async () => {
    const held = await engine.read((view) => view.balances(HOUSE).find(({ assetId }) => assetId === BTC)!);
    return held.available + held.held;
  };
  await eventually(async () => {
    await buyAll();
    expect(await total()).toBeLessThan(2n * COIN);
  });
  for (let more = 0; more < 20; more++) await buyAll();
  expect(askLots.some((lots) => lots > 0 && lots < 500)).toBe(true);
  expect(await total()).toBeGreaterThan(0n);
  await eventually(async () => expect((await quotes()).filter(([side]) => side === 'buy')).toHaveLength(3));
  expect(logged).toEqual([]);
});

test('many accounts that trade against it with knowledge take its own funds alone, and only so much', async () => {
  const crowd = Array.from({ length: 8 }, (_, i) => 2_000 + i);
  const bystander = 3_000;
  for (const userId of [...crowd, bystander]) {
    await submit(0, { type: 'openAccount', accountUserId: userId, kind: 'user' });
    const amount = (2_000_000n * COIN) as Amount;
    await submit(0, { type: 'practiceFunds', accountUserId: userId, assetId: USDT, amount });
  }
  const others = () =>
    engine.read((view) => ({
      bystander: view.balances(bystander),
      products: view.ledgerSums().map(({ products }) => products),
    }));
  const before = await others();
  maker.start();
  // each knows the next price, and buys all that is offered before it
  for (let price = 50_000; price < 66_000; price += 1_000) {
    await venueAt(price);
    await eventually(async () => expect(await quotes()).toContainEqual(['buy', price - 1, 500]));
    for (const userId of crowd) {
      await submit(userId, limit('buy', price + 3, 1_500));
      await submit(userId, { type: 'cancelAll', symbolId: 1 });
    }
  }
  const house = await engine.read((view) => view.balances(HOUSE));
  for (const { available, held } of house) expect(available + held).toBeGreaterThanOrEqual(0n);
  const btc = house.find(({ assetId }) => assetId === BTC)!;
  expect(btc.available + btc.held).toBeLessThan(8n * COIN);
  expect(await others()).toEqual(before);
  for (const { sum } of await engine.read((view) => view.ledgerSums())) expect(sum).toBe(0n);
});

test('at the end of its equity the house stops for good, and says so once', async () => {
  const broke = new MarketMaker({
    core: localCore(engine),
    userId: HOUSE,
    venueId: 1,
    funding: new Map([...funding].map(([assetId, amount]) => [assetId, (amount * 11n) as Amount])),
    settings: { ...MAKER_SETTINGS, levels: 3, everyMs: 100 },
    now: () => nowMs,
    log: (line) => logged.push(line),
  });
  await indexAt(50_000);
  broke.start();
  broke.book(bookAt(50_000));
  await eventually(() => expect(broke.phase).toBe('ended'));
  nowMs += 200;
  broke.book(bookAt(50_000));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await quotes()).toEqual([]);
  expect(logged).toEqual(['The house market maker is at the end of its equity: its quotes stop']);
  await broke.stop();
});

test('stopping withdraws every quote', async () => {
  maker.start();
  await venueAt(50_000);
  await eventually(async () => expect(await quotes()).toHaveLength(6));
  await maker.stop();
  expect(await quotes()).toEqual([]);
  expect(maker.phase).toBe('stopped');
});
