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

const changeOf = (row: MarketRow) => (row.zdf === null ? 0 : Number(row.zdf));

/** The markets that rose most over 24 hours, the greatest rise first; none that fell or stood. */
export function gainers(rows: readonly MarketRow[], count: number): MarketRow[] {
  return rows
    .filter((row) => changeOf(row) > 0)
    .sort((left, right) => changeOf(right) - changeOf(left) || left.id - right.id)
    .slice(0, count);
}

/** The markets that fell most over 24 hours, the greatest fall first; none that rose or stood. */
export function losers(rows: readonly MarketRow[], count: number): MarketRow[] {
  return rows
    .filter((row) => changeOf(row) < 0)
    .sort((left, right) => changeOf(left) - changeOf(right) || left.id - right.id)
    .slice(0, count);
}

/** Counts of markets that rose, fell and stood over 24 hours; those without a change yet are in none. */
export function breadth(rows: readonly MarketRow[]): { rising: number; falling: number; unchanged: number } {
  const known = rows.filter(({ zdf }) => zdf !== null);
  const rising = known.filter((row) => changeOf(row) > 0).length;
  const falling = known.filter((row) => changeOf(row) < 0).length;
  return { rising, falling, unchanged: known.length - rising - falling };
}
