import type { MarketRow, Ticker } from '@candor/api';

/** The rows with the newest statistics of each symbol, where some have come. */
export function liveRows(
  rows: readonly MarketRow[],
  tickers: ReadonlyMap<string, Ticker> | undefined,
): readonly MarketRow[] {
  if (tickers === undefined) return rows;
  return rows.map((row) => {
    const ticker = tickers.get(row.symbol);
    if (ticker === undefined) return row;
    return {
      ...row,
      close: ticker.last,
      open: ticker.open24h,
      high24: ticker.high24h,
      low24: ticker.low24h,
      volume24: ticker.volume24h,
      amount: ticker.quoteVolume24h,
      zdf: ticker.changePercent24h,
    };
  });
}

/** The sum of amounts in whole units, what each has below one cut; null where none is known. */
export function wholeSum(amounts: readonly (string | null | undefined)[]): string | null {
  const known = amounts.filter((amount) => typeof amount === 'string');
  if (known.length === 0) return null;
  return known.reduce((sum, amount) => sum + BigInt(amount.split('.')[0] ?? '0'), 0n).toString();
}
