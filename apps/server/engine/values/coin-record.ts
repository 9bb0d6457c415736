import type { CoinRecord, Ticker } from '@candor/api';

type ListedCoin = Pick<CoinRecord, 'id' | 'baseCoin' | 'coin' | 'symbol' | 'showSymbol' | 'market'>;

/** A row of getCoinList: a symbol of any product with its statistics of 24 hours. */
export function coinRecord(listed: ListedCoin, ticker: Ticker | undefined): CoinRecord {
  return {
    ...listed,
    customizeFlag: 1,
    coinType: 1,
    amount: ticker?.quoteVolume24h ?? null,
    open: ticker?.open24h ?? null,
    openPrice: ticker?.open24h ?? null,
    close: ticker?.last ?? null,
    change: ticker?.change24h ?? null,
    priceChangePercent: ticker?.changePercent24h ?? null,
    volume: ticker?.volume24h ?? null,
    volume24: ticker?.volume24h ?? null,
    high24: ticker?.high24h ?? null,
    low24: ticker?.low24h ?? null,
  };
}
