import type { Ticker } from '@candor/api';

/** A ticker of one trade at `last`. */
export const tickerOf = (last: string, symbol = 'BTCUSDT', t = 1): Ticker => ({
  symbol,
  t,
  last,
  open24h: '1',
  high24h: '1',
  low24h: '1',
  change24h: '0',
  changePercent24h: '0.00',
  volume24h: '1',
  quoteVolume24h: '1',
  ownVolume24h: '0',
  ownQuoteVolume24h: '0',
  bid: null,
  ask: null,
  index: null,
});
