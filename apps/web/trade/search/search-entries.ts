import type { MarketRow } from '@candor/api';
import type { TradeType } from '../../markets/trade-search.ts';

/** A market of one product, as the search lists it. */
export interface SearchEntry {
  readonly type: TradeType;
  readonly row: MarketRow;
}

/** Returns how well a market fits what was typed: 0 best, null not at all. */
function fitOf({ row }: SearchEntry, typed: string): number | null {
  const symbol = row.base_symbol.toLowerCase();
  if (symbol === typed) return 0;
  if (symbol.startsWith(typed) || row.symbol.toLowerCase().startsWith(typed)) return 1;
  if (row.base_name.toLowerCase().startsWith(typed)) return 2;
  const parts = [row.symbol_name, row.symbol, row.base_name];
  return parts.some((part) => part.toLowerCase().includes(typed)) ? 3 : null;
}

/** The markets that fit what was typed: favourites first, then the best fits; else in the order of the lists. */
export function searchEntries(
  entries: readonly SearchEntry[],
  favourites: ReadonlySet<number>,
  text: string,
): SearchEntry[] {
  const typed = text.trim().toLowerCase();
  return entries
    .map((entry) => ({ entry, fit: typed === '' ? 0 : fitOf(entry, typed) }))
    .filter((found): found is { entry: SearchEntry; fit: number } => found.fit !== null)
    .map(({ entry, fit }) => ({ entry, order: (favourites.has(entry.row.id) ? 0 : 10) + fit }))
    .sort((left, right) => left.order - right.order)
    .map(({ entry }) => entry);
}
