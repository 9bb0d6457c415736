import type { CommittedBatch } from '@candor/journal';
import type { IndexView, SymbolInfo } from '@candor/kernel';
import { Pool } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../../tests/support/patience.ts';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { createBus } from '../../base/bus/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { FeedView } from '../../prices/feeds/index.ts';
import { CandleStore } from './candle-store.ts';
import { MarketData } from './market-data.ts';

const symbol = {
  symbolId: 1,
  name: 'BTCUSDT',
  baseAssetId: 1,
  quoteAssetId: 2,
  tickDecimal: '0.01',
  lotDecimal: '0.00001',
  priceDecimals: 2,
  lotDecimals: 5,
} as SymbolInfo;
const feed: Partial<FeedView> = {
  kind: 'simulator',
  source: 'test',
  primaryVenueId: 1,
  venues: [],
  marketTimeMs: () => 1_000_000,
  openMinutes: () => new Map(),
};

let database: FreshDatabase;
let pool: Pool;
let market: MarketData;
const held = { index: { tickNo: 5, timeMs: 5, priceTicks: 100, venuesUsed: 3 } as IndexView };
let commit: (batch: CommittedBatch) => void;

beforeEach(async () => {
  database = await freshDatabase();
  pool = new Pool({ connectionString: database.connectionString });
  const answers = {
    marketSymbols: () => ({ symbols: [symbol], contracts: [] }),
    indexes: () => new Map([[1, held.index]]),
  };
  const core: Pick<CoreLink, 'ask' | 'onCommitted'> = {
    ask: (async (name: keyof typeof answers) => answers[name]()) as unknown as CoreLink['ask'],
    onCommitted(listener) {
      commit = listener;
      return () => {};
    },
  };
  market = await MarketData.start({
    core: core as CoreLink,
    feed: feed as FeedView,
    store: await CandleStore.open(pool),
    pastSources: [],
    bus: createBus(() => {}),
    now: () => 1_000_000,
    log: () => {},
  });
});

afterEach(async () => {
  await market.stop();
  await pool.end();
  await database.drop();
});

it('asks for the index again after missed ticks: later ones may not carry it', async () => {
  const batch = (seq: number) => ({ batchNo: seq, firstSeq: seq, lastSeq: seq, hash: '', commands: [] });
  commit(batch(10));
  expect(market.index('BTCUSDT')).toMatchObject({ price: '1.00', tickNo: 5 });
  held.index = { ...held.index, tickNo: 7, priceTicks: 200 as never };
  commit(batch(12));
  await eventually(() => expect(market.index('BTCUSDT')).toMatchObject({ price: '2.00', tickNo: 7 }));
});
