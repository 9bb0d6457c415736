import type { MarketRow } from '@candor/contract';

/** Columns by which a market list can be sorted; `listed` is the order in which the exchange listed them. */
export type MarketColumn = 'listed' | 'symbol' | 'price' | 'change' | 'high' | 'low' | 'volume';
export type SortDirection = 'ascending' | 'descending';

export interface MarketSort {
  readonly column: MarketColumn;
  readonly direction: SortDirection;
}

const figures: Partial<Record<MarketColumn, (row: MarketRow) => string | null>> = {
  price: (row) => row.close,
  change: (row) => row.zdf,
  high: (row) => row.high24,
  low: (row) => row.low24,
  volume: (row) => row.amount,
};

/** Ordering only: a float tells which of two figures is larger well enough, and is never shown. */
function compareFigures(left: string | null, right: string | null): number {
  if (left === null || right === null) return (left === null ? 1 : 0) - (right === null ? 1 : 0);
  return Number(left) - Number(right);
}

/** The rows in order; those without a figure come last in either direction. */
export function sortMarkets(rows: readonly MarketRow[], sort: MarketSort): MarketRow[] {
  const sign = sort.direction === 'ascending' ? 1 : -1;
  const figure = figures[sort.column];
  return rows.toSorted((left, right) => {
    if (figure !== undefined) {
      const [a, b] = [figure(left), figure(right)];
      const order = compareFigures(a, b) * (a === null || b === null ? 1 : sign);
      return order === 0 ? left.id - right.id : order;
    }
    if (sort.column === 'symbol') return sign * left.base_symbol.localeCompare(right.base_symbol, 'en');
    return sign * (left.id - right.id);
  });
}

/** The markets with the most traded over 24 hours at the venues, in quote units. */
export function hottest(rows: readonly MarketRow[], count: number): MarketRow[] {
  return sortMarkets(rows, { column: 'volume', direction: 'descending' }).slice(0, count);
}

/** The rows whose coin's code or name holds the words typed, in any case and with or without a slash. */
export function searchMarkets(rows: readonly MarketRow[], typed: string): MarketRow[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return [...rows];
  const plain = wanted.replace(/[/_\s-]/g, '');
  return rows.filter(
    (row) => row.symbol.toLowerCase().includes(plain) || row.base_name.toLowerCase().includes(wanted),
  );
}
