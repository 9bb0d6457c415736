/** The coin that everything is priced in. */
export const QUOTE_COIN = 'USDT';

/** The quote coin first, since everything is priced in it; the others as they were listed. */
export function quoteFirst<Row extends { readonly coin: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((left, right) => Number(right.coin === QUOTE_COIN) - Number(left.coin === QUOTE_COIN));
}
