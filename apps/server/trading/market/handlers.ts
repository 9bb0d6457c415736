import { type CallData, DEFAULT_CANDLES, type marketCalls } from '@candor/api';
import { ticksToDecimal } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { pageOfRequest } from '../../base/records/paging.ts';
import { type CatalogueFollower, feedsOf } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { DepthSource, History, MarketSource } from '../../engine/ports.ts';
import { amountText } from '../../engine/values/index.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { PerpetualFollower, PerpetualMarkets } from '../perpetual/index.ts';
import type { Seconds } from '../seconds/index.ts';
import { marketChanges, newListings } from './changes.ts';
import type { MarketRows } from './listed-rows.ts';
import { readTerms } from './terms.ts';

/** Five minutes of ticks, and of candles of one second. */
const DEFAULT_INDEX_TICKS = 1_200;
const DEFAULT_INDEX_CANDLES = 300;
const DEFAULT_LEVELS = 50;
const DEFAULT_LISTINGS = 10;

export interface MarketHandlersDeps {
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly perpetualListings: PerpetualFollower;
  readonly rows: MarketRows;
  readonly perpetualMarkets: Pick<PerpetualMarkets, 'states'>;
  readonly seconds: Pick<Seconds, 'symbols'>;
  readonly market: MarketSource;
  readonly history: Pick<History, 'market' | 'caughtUp'>;
  readonly depth: DepthSource;
  readonly now: () => number;
}

export function marketHandlers(deps: MarketHandlersDeps): Handlers<typeof marketCalls> {
  const { core, catalogues, perpetualListings, rows, perpetualMarkets, seconds, market, depth, now } = deps;

  /** Returns a spot symbol or, where the name ends in PERP, a perpetual. */
  const marketOf = (name: string) =>
    /perp$/i.test(name) ? perpetualListings.current().contract(name) : catalogues.current().symbol(name);
  const marketName = (name: string) => marketOf(name).name;

  return {
    getSpotGoods: ({ session }) => rows.spot(session),
    getContract: ({ session }) => rows.perpetual(session),
    async getMarketInitData({ session, query }) {
      if (query.type === 'usta') return rows.perpetual(session);
      if (query.type !== 'sec') return rows.spot(session);
      const offered = await seconds.symbols();
      return (await rows.spot(session)).filter(({ symbol }) => offered.has(symbol));
    },
    async getContractDetail({ session, body }) {
      if (body.type === 'usta') {
        const listings = perpetualListings.current();
        const named = new Set(body.symbolNameList.map((name) => listings.contract(name).symbolId));
        return (await rows.perpetual(session)).filter((row) => named.has(row.id));
      }
      const wanted = new Set(body.symbolNameList.map((name) => catalogues.current().symbol(name).symbolId));
      const offered = body.type === 'sec' ? await seconds.symbols() : null;
      return (await rows.spot(session)).filter(
        (row) => wanted.has(row.id) && (offered === null || offered.has(row.symbol)),
      );
    },
    getFundingRate: ({ query }) => perpetualMarkets.states(query.symbolName ?? null),
    async getCandles({ params, query }) {
      const symbol = marketName(params.symbol);
      const limit = query.limit ?? DEFAULT_CANDLES;
      return [...(await market.candles(symbol, params.interval, query.endMs ?? now(), limit))];
    },
    getIndexTicks({ params, query }) {
      const { name } = catalogues.current().symbol(params.symbol);
      return [...market.indexTicks(name, query.limit ?? DEFAULT_INDEX_TICKS)];
    },
    getIndexCandles({ params, query }) {
      const { name } = catalogues.current().symbol(params.symbol);
      return [...market.indexCandles(name, query.limit ?? DEFAULT_INDEX_CANDLES)];
    },
    getDepth({ params, query }) {
      const symbol = marketName(params.symbol);
      const snapshot = depth.depthSnapshot(symbol, query.levels ?? DEFAULT_LEVELS);
      if (snapshot === null) throw new Refusal('UNAVAILABLE');
      const { u, t, b, a } = snapshot;
      return { symbol, u, t, b: b.map((level) => [...level]), a: a.map((level) => [...level]) };
    },
    getMarketChanges: ({ params, query }) =>
      marketChanges(deps, marketOf(params.symbol).symbolId, pageOfRequest(query)),
    getNewListings: ({ query }) => newListings(deps, query.limit ?? DEFAULT_LISTINGS),
    async getTermsChanges() {
      return readTerms(await core.ask('marketTerms'), catalogues.current()).changes();
    },
    getRecentTrades({ params }) {
      return market.recentTrades(marketName(params.symbol), params.limit).toReversed();
    },
    getPriceComparison: ({ params }) => comparePrices(deps, params.symbol),
    getHouse: () => readHouse(deps),
  };
}

/** Compares the index of a symbol with the best prices of its book. */
async function comparePrices(
  { core, catalogues, market }: MarketHandlersDeps,
  name: string,
): Promise<CallData<typeof marketCalls.getPriceComparison>> {
  const symbol = catalogues.current().symbol(name);
  const { index, best } = await core.ask('indexAndBest', symbol.symbolId);
  const [bid] = best.bids;
  const [ask] = best.asks;
  return {
    symbol: symbol.name,
    index: index === null || index.priceTicks === null ? null : ticksToDecimal(index.priceTicks, symbol),
    venuesUsed: index?.venuesUsed ?? 0,
    bestBid: bid === undefined ? null : ticksToDecimal(bid.priceTicks, symbol),
    bestAsk: ask === undefined ? null : ticksToDecimal(ask.priceTicks, symbol),
    venues: market.venues(symbol.name).map(({ timeMs, ...venue }) => ({ ...venue, time: timeMs })),
  };
}

/** Returns the state of the journal, and the sums of the ledger by coin. */
async function readHouse({
  core,
  catalogues,
  market,
  now,
}: MarketHandlersDeps): Promise<CallData<typeof marketCalls.getHouse>> {
  const catalogue = catalogues.current();
  const sums = await core.ask('ledgerSums');
  const status = core.status();
  return {
    mode: catalogue.mode,
    ...feedsOf(catalogue, market),
    seedHash: catalogue.seedHash,
    journalSeq: status.committedSeq,
    headHash: status.headHash,
    kernelVersion: status.kernelVersion,
    assets: sums.map(({ assetId, ...sum }) => ({
      coin: catalogue.assetById(assetId).code,
      sum: amountText(catalogue, assetId, sum.sum),
      custody: amountText(catalogue, assetId, sum.custody),
      users: amountText(catalogue, assetId, sum.users),
      house: amountText(catalogue, assetId, sum.house),
      fees: amountText(catalogue, assetId, sum.fees),
      safetyFund: amountText(catalogue, assetId, sum.safetyFund),
      products: amountText(catalogue, assetId, sum.products),
    })),
    time: now(),
  };
}
