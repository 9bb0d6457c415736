import { type Calls, type ContractMarketRow, DEFAULT_CANDLES, type MarketRow } from '@candor/contract';
import { ticksToDecimal } from '@candor/money';
import type { Session } from '../../identity/index.ts';
import { Refusal } from '../../refusal.ts';
import { amountText, feedsOf, marketRows, refuseLate } from '../../usecases/index.ts';
import type { Handlers } from '../context.ts';
import type { Services } from '../services.ts';

type MarketCalls = Pick<
  Calls,
  | 'getSpotGoods'
  | 'getContract'
  | 'getMarketInitData'
  | 'getContractDetail'
  | 'getFundingRate'
  | 'getCandles'
  | 'getIndexTicks'
  | 'getIndexCandles'
  | 'getDepth'
  | 'getRecentTrades'
  | 'getPriceComparison'
  | 'getHouse'
  | 'getOptional'
  | 'addOptional'
  | 'cancelOptional'
>;

/** Five minutes of ticks, and of candles of one second. */
const DEFAULT_INDEX_TICKS = 1_200;
const DEFAULT_INDEX_CANDLES = 300;
const DEFAULT_LEVELS = 50;

export function marketHandlers(services: Services): Handlers<MarketCalls, Session> {
  const { catalogues, contractListings, contractMarkets, market, depth, identity, seconds, core, now } =
    services;

  async function rows(session: Session | null): Promise<MarketRow[]> {
    const favourites = session === null ? [] : await identity.favourites.list(session.userId);
    return marketRows(catalogues.current(), market, new Set(favourites));
  }

  /** The name of a spot symbol or, where it says PERP, of a contract. */
  const marketName = (name: string) =>
    /perp$/i.test(name)
      ? contractListings.current().contract(name).name
      : catalogues.current().symbol(name).name;

  const isListed = (symbolId: number) =>
    catalogues.current().symbolById(symbolId) !== undefined ||
    contractListings.current().contracts.some((contract) => contract.symbolId === symbolId);

  async function contractRows(session: Session | null): Promise<ContractMarketRow[]> {
    const favourites = session === null ? [] : await identity.favourites.list(session.userId);
    return contractMarkets.rows(new Set(favourites));
  }

  return {
    getSpotGoods: ({ session }) => rows(session),
    getContract: ({ session }) => contractRows(session),
    async getMarketInitData({ session, query }) {
      if (query.type === 'usta') return contractRows(session);
      if (query.type !== 'sec') return rows(session);
      const offered = await seconds.symbols();
      return (await rows(session)).filter(({ symbol }) => offered.has(symbol));
    },
    async getContractDetail({ session, body }) {
      if (body.type === 'usta') {
        const listings = contractListings.current();
        const named = new Set(body.symbolNameList.map((name) => listings.contract(name).symbolId));
        return (await contractRows(session)).filter((row) => named.has(row.id));
      }
      const wanted = new Set(body.symbolNameList.map((name) => catalogues.current().symbol(name).symbolId));
      const offered = body.type === 'sec' ? await seconds.symbols() : null;
      return (await rows(session)).filter(
        (row) => wanted.has(row.id) && (offered === null || offered.has(row.symbol)),
      );
    },
    getFundingRate: ({ query }) => contractMarkets.states(query.symbolName ?? null),
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
    getRecentTrades({ params }) {
      return market.recentTrades(marketName(params.symbol), params.limit).toReversed();
    },
    async getPriceComparison({ params }) {
      const symbol = catalogues.current().symbol(params.symbol);
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
    },
    async getHouse() {
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
    },
    async getOptional({ session }) {
      const order = await identity.favourites.list(session.userId);
      const listed = [...(await rows(session)), ...(await contractRows(session))];
      const byId = new Map(listed.map((row) => [row.id, row]));
      return order.flatMap((symbolId) => byId.get(symbolId) ?? []);
    },
    async addOptional({ session, params }) {
      refuseLate(now());
      if (!isListed(params.symbolId)) throw new Refusal('UNKNOWN_SYMBOL');
      if (!(await identity.favourites.add(session.userId, params.symbolId))) {
        throw new Refusal('FAVOURITES_FULL');
      }
      return null;
    },
    async cancelOptional({ session, params }) {
      refuseLate(now());
      await identity.favourites.remove(session.userId, params.favouriteId);
      return null;
    },
  };
}
