import { QUOTE_COIN } from '../markets/quote-first.ts';

/** A product with full-screen pages. */
export type FullScreenProduct = 'spot' | 'usta';

/**
 * The kernel's name of the market that an address names: BTCUSDT of `BTC_USDT`, `btc.usdt` or `BTCUSDT`, of a contract
 * BTCUSDT-PERP. A base coin alone, and what names no market, stays as it is written.
 */
export function fullScreenSymbol(written: string, product: FullScreenProduct): string {
  const plain = written.toUpperCase().replace(/[._/-]/g, '');
  const pair = product === 'usta' ? plain.replace(/PERP$/, '') : plain;
  if (pair.length <= QUOTE_COIN.length || !pair.endsWith(QUOTE_COIN)) return written;
  return product === 'usta' ? `${pair}-PERP` : pair;
}
