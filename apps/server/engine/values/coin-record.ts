import type { CoinRecord, Ticker } from '@candor/api';

interface ListedCoin
  extends Pick<CoinRecord, 'id' | 'baseCoin' | 'coin' | 'showSymbol' | 'market' | 'coinType'> {
  /** The symbol as the kernel or the quotes name it: BTCUSDT, XAUUSD. */
  readonly name: string;
}

/** A row of getCoinList: a symbol of any product with its statistics of 24 hours. */
export function coinRecord({ name, ...listed }: ListedCoin, ticker: Ticker | undefined): CoinRecord {
  const volume = listed.coinType === 3 ? null : (ticker?.volume24h ?? null);
  return {
    ...listed,
    symbol: listed.market === 'mt5' ? name : name.toLowerCase(),
    customizeFlag: listed.showSymbol === `${listed.coin}/${listed.baseCoin}` ? 1 : 2,
    amount: ticker?.last ?? null,
    open: ticker?.open24h ?? null,
    openPrice: ticker?.open24h ?? null,
    close: ticker?.last ?? null,
    change: ticker?.change24h ?? null,
    priceChangePercent: ticker?.changePercent24h ?? null,
    volume,
    volume24: volume,
    high24: ticker?.high24h ?? null,
    low24: ticker?.low24h ?? null,
  };
}
