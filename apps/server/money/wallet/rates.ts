import type { CallData, Calls } from '@candor/api';
import { formatDecimal, formatDecimalTrimmed, parseDecimal, ticksToDecimal } from '@candor/money';
import { BTC_DECIMALS, RATES_REFRESH_MS } from '@candor/products';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { type Content, readRates } from '../../gateway/content/index.ts';
import { type PairFeed, practiceRates } from './practice-rates.ts';

const VALUE_COIN = 'USDT';
const BTC = 'BTC';
const PRICE_SCALE = 18;

/** Values of currencies and coins, for display only. */
export interface CoinRates {
  list(): Promise<CallData<Calls['getCoinRate']>>;
}

export interface CoinRatesDeps {
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly content: Content;
  /** The feed of the practice market; null where prices are real. */
  readonly pairs: () => PairFeed | null;
  readonly now: () => number;
}

export function createCoinRates({ core, catalogues, content, pairs, now }: CoinRatesDeps): CoinRates {
  return {
    async list() {
      const catalogue = catalogues.current();
      const quote = catalogue.asset(VALUE_COIN);
      const markets = catalogue.symbols.filter(({ quoteAssetId }) => quoteAssetId === quote.assetId);
      const nowMs = now();
      const [{ prices, seq }, table] = await Promise.all([
        core.ask(
          'coinPrices',
          markets.map(({ symbolId }) => symbolId),
        ),
        readRates(content, nowMs),
      ]);
      const priceOf = (assetId: number): bigint | null => {
        if (assetId === quote.assetId) return parseDecimal('1', PRICE_SCALE);
        const market = markets.find(({ baseAssetId }) => baseAssetId === assetId);
        const ticks = market === undefined ? undefined : prices.get(market.symbolId);
        if (market === undefined || ticks === undefined) return null;
        return parseDecimal(ticksToDecimal(ticks, market), PRICE_SCALE);
      };
      const btc = priceOf(catalogue.asset(BTC).assetId);
      const coins = catalogue.assets.map(({ assetId, code }) => {
        const price = priceOf(assetId);
        // rounded down: it is only shown
        const inBtc =
          price === null || btc === null || btc === 0n ? null : (price * 10n ** BigInt(BTC_DECIMALS)) / btc;
        return {
          coin: code,
          usdt: price === null ? null : formatDecimalTrimmed(price, PRICE_SCALE),
          btc: inBtc === null ? null : formatDecimal(inBtc, BTC_DECIMALS),
        };
      });
      const feed = pairs();
      const currencies = feed === null ? table : practiceRates(table, feed, nowMs);
      return { currencies, coins, refreshMs: RATES_REFRESH_MS, time: nowMs, seq };
    },
  };
}
