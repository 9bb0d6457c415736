import type { MarketRow } from '@candor/api';

/** Ordering only: a float is exact enough to compare two figures, and is never shown. */
export function compareFigures(left: string | null, right: string | null): number {
  return Number(left) - Number(right);
}

/** The markets with the most traded over 24 hours at the venues, in quote units. */
export function hottest(rows: readonly MarketRow[], count: number): MarketRow[] {
  const traded = (row: MarketRow) => (row.amount === null ? -1 : Number(row.amount));
  return rows.toSorted((left, right) => traded(right) - traded(left) || left.id - right.id).slice(0, count);
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
