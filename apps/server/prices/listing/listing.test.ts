import { type Engine, openEngine } from '@candor/journal';
import type { Mode } from '@candor/kernel';
import { parseDecimal, priceTicks } from '@candor/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localCore } from '../../../../tests/support/local-core.ts';
import { patientTuning } from '../../../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { type MarketFeed, openFeed, seedHash } from '../feeds/index.ts';
import { COINS } from '../feeds/simulator/coins.ts';
import { adoptFeed, firstCommands, genesisOf, HOUSE_USER_ID, houseFunding } from './index.ts';
import { LISTED, QUOTE } from './listed.ts';

const seed = Buffer.alloc(32, 4);
let database: FreshDatabase;
let engine: Engine | null = null;

beforeEach(async () => {
  database = await freshDatabase();
});

afterEach(async () => {
  await engine?.stop();
  engine = null;
  await database.drop();
});

const log = () => {};
const simulator = () => openFeed({ choice: { kind: 'simulator' }, speed: 1, seed, now: Date.now, log });
const live = (venues: string[]) =>
  openFeed({ choice: { kind: 'live', venues }, speed: 1, seed, now: Date.now, log });

async function open(mode: Mode, feed: MarketFeed): Promise<Engine> {
  engine = await openEngine({
    connectionString: database.connectionString,
    genesis: genesisOf(mode, feed, seedHash(seed)),
    bootstrap: firstCommands(mode, feed),
    tuning: patientTuning,
  });
  return engine;
}

test('a first start lists ten coins against USDT, and every tick of a lot is whole', async () => {
  const journal = await open('practice', await simulator());
  const view = await journal.read((state) => ({
    mode: state.mode,
    feed: state.feed,
    hash: state.seedHash,
    fees: [state.spot.makerFeePpm, state.spot.takerFeePpm],
    assets: state.assets(),
    symbols: state.symbols(),
    balances: state.balances(HOUSE_USER_ID),
    sums: state.ledgerSums().map(({ sum }) => sum),
  }));
  expect(view).toMatchObject({
    mode: 'practice',
    feed: 'simulator',
    hash: seedHash(seed),
    fees: [1_000, 1_000],
  });
  expect(view.assets.map(({ code }) => code)).toEqual([
    'BTC',
    'ETH',
    'BNB',
    'SOL',
    'XRP',
    'DOGE',
    'ADA',
    'AVAX',
    'LINK',
    'DOT',
    'USDT',
  ]);
  expect(Math.min(...view.assets.map(({ assetId }) => assetId))).toBe(1_001);
  expect(view.symbols.map(({ name }) => name)).toEqual(LISTED.map(({ code }) => `${code}USDT`));
  expect(view.symbols.every(({ quotePerTickLot }) => quotePerTickLot >= 1n)).toBe(true);
  expect(view.sums.every((sum) => sum === 0n)).toBe(true);
  const funded = await houseFunding(localCore(journal));
  expect(new Map(view.balances.map(({ assetId, available }) => [assetId, available]))).toEqual(funded);
  expect(funded.get(1_011)).toBe(parseDecimal(QUOTE.houseFunding, 8));
});

test('the simulator quotes in the steps that are listed', () => {
  const steps = ({ tick, lot }: { readonly tick: string; readonly lot: string }) => [tick, lot];
  expect(COINS.map(({ symbol }) => symbol)).toEqual(LISTED.map(({ code }) => `${code}USDT`));
  expect(COINS.map(steps)).toEqual(LISTED.map(steps));
});

test('real assets have ids of their own, and the house gets nothing for nothing', async () => {
  const journal = await open('real', await live(['binance', 'kraken', 'coinbase']));
  const view = await journal.read((state) => ({
    ids: state.assets().map(({ assetId }) => assetId),
    hash: state.seedHash,
    balances: state.balances(HOUSE_USER_ID).filter(({ available }) => available > 0n),
  }));
  expect(Math.max(...view.ids)).toBeLessThan(1_001);
  expect(view).toMatchObject({ hash: null, balances: [] });
  expect((await houseFunding(localCore(journal))).size).toBe(0);
});

test('later starts take another feed of the same mode, keep what is listed, and make its venues known', async () => {
  const journal = await open('practice', await simulator());
  const before = await journal.read((state) => state.symbols());
  const feed = await live(['okx', 'bybit', 'kraken']);
  await adoptFeed(localCore(journal), feed, seedHash(seed));
  await adoptFeed(localCore(journal), feed, seedHash(seed));
  expect(await journal.read((state) => state.symbols())).toEqual(before);
  const quotes = feed.venues.map(({ venueId }) => ({
    venueId,
    symbolId: 1,
    venueTimeMs: Date.now(),
    bidTicks: priceTicks(100),
    askTicks: priceTicks(102),
  }));
  const { outcome } = await journal.submit({
    userId: 0,
    key: null,
    bodyHash: null,
    body: { type: 'indexTick', tickNo: 1, quotes },
  });
  expect(outcome.ok).toBe(true);
  expect(await journal.read((state) => state.index(1))).toMatchObject({ venuesUsed: 3, priceTicks: 101 });
});

test('a practice journal opens second contracts once, with a funded pool', async () => {
  const journal = await open('practice', await simulator());
  await adoptFeed(localCore(journal), await simulator(), seedHash(seed));
  await adoptFeed(localCore(journal), await simulator(), seedHash(seed));
  const read = () =>
    journal.read((state) => ({
      enabled: state.seconds.enabledFor(null),
      pool: state.seconds.pool(),
      offers: state.seconds.offers(),
      sums: state.ledgerSums().map(({ sum }) => sum),
    }));
  const opened = await read();
  expect(opened.enabled).toBe(true);
  expect(opened.pool).toMatchObject({ available: parseDecimal('1000000', 8), reserved: 0n, assetId: 1_011 });
  expect(opened.pool.exposures).toHaveLength(LISTED.length + 1);
  expect(opened.offers.map(({ periods }) => periods.map(({ periodS }) => periodS))).toEqual(
    LISTED.map(() => [30, 60, 120, 300]),
  );
  expect(opened.sums.every((sum) => sum === 0n)).toBe(true);
  const closed = { userId: 0, key: null, bodyHash: null } as const;
  await journal.submit({ ...closed, body: { type: 'enableSeconds', practice: false, countries: [] } });
  await adoptFeed(localCore(journal), await simulator(), seedHash(seed));
  expect((await read()).enabled).toBe(false);
});

test('a real journal has no second contracts until a country is enabled', async () => {
  const feed = await live(['binance', 'kraken', 'coinbase']);
  const journal = await open('real', feed);
  await adoptFeed(localCore(journal), feed, seedHash(seed));
  const seconds = await journal.read((state) => [state.seconds.offers(), state.seconds.enabledFor('JP')]);
  expect(seconds).toEqual([[], false]);
});

test('a real journal refuses prices that are made up', async () => {
  const journal = await open('real', await live(['binance', 'kraken', 'coinbase']));
  await expect(adoptFeed(localCore(journal), await simulator(), seedHash(seed))).rejects.toMatchObject({
    code: 'FEED_MODE',
  });
});

test('a simulator with another seed than the one announced is refused', async () => {
  const journal = await open('practice', await simulator());
  const feed = await simulator();
  await expect(adoptFeed(localCore(journal), feed, seedHash(Buffer.alloc(32, 5)))).rejects.toThrow(
    /not the one whose hash/,
  );
});

test('a practice journal opens margin trading once, however often it starts', async () => {
  const feed = await simulator();
  const journal = await open('practice', feed);
  const lookAt = () =>
    journal.read((view) => ({
      assets: view.margin.assets().map(({ assetId, borrowable, pool }) => ({ assetId, borrowable, pool })),
      terms: view.margin.terms(),
      house: view.margin.house(),
      sums: view.ledgerSums().map(({ sum }) => sum),
    }));
  expect((await lookAt()).assets).toEqual([]);
  await adoptFeed(localCore(journal), feed, seedHash(seed));
  const opened = await lookAt();
  expect(opened.assets).toHaveLength(LISTED.length + 1);
  expect(opened.assets.every(({ borrowable, pool }) => borrowable && pool > 0n)).toBe(true);
  expect(opened.terms.map(({ symbolId }) => symbolId)).toEqual([0, ...LISTED.map((_, at) => at + 1)]);
  expect(opened.sums.every((sum) => sum === 0n)).toBe(true);
  await adoptFeed(localCore(journal), feed, seedHash(seed));
  expect(await lookAt()).toEqual(opened);
});

test('a real journal lends nothing', async () => {
  const feed = await live(['binance', 'kraken', 'coinbase']);
  const journal = await open('real', feed);
  await adoptFeed(localCore(journal), feed, seedHash(seed));
  expect(await journal.read((view) => [view.margin.assets(), view.margin.terms()])).toEqual([[], []]);
});

test('symbols and contracts begin with their price bands, and a later start changes nothing but venues', async () => {
  const feed = await simulator();
  const journal = await open('practice', feed);
  await adoptFeed(localCore(journal), feed, seedHash(seed));
  const bands = await journal.read((view) => [
    view.symbols().map(({ priceBandPpm }) => priceBandPpm),
    view.perpetual.symbols().map(({ priceBandPpm }) => priceBandPpm),
  ]);
  expect(bands).toEqual([
    LISTED.map(({ code }) => (code === 'BTC' || code === 'ETH' ? 100_000 : 150_000)),
    LISTED.map(() => 100_000),
  ]);
  const seq = journal.status().committedSeq;
  await adoptFeed(localCore(journal), feed, seedHash(seed));
  expect(journal.status().committedSeq - seq).toBe(feed.venues.length);
});
