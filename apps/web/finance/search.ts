import { oneOf, type RawSearch } from '../common/search-params.ts';
import { type OrdersSearch, ordersSearch } from '../earn/search.ts';

/** The zones of products, and the user's own investments. */
export const tabs = ['valueAdded', 'members', 'ordinary', 'mine'] as const;
export type InvestmentTab = (typeof tabs)[number];

export interface InvestmentSearch extends OrdersSearch {
  /** The first one where it is left out. */
  readonly tab?: InvestmentTab;
}

/** Reads the search of the finance products; the filter of orders belongs to the user's own alone. */
export function investmentSearch(raw: RawSearch): InvestmentSearch {
  const tab = oneOf(tabs, raw.tab);
  if (tab === undefined) return {};
  return tab === 'mine' ? { tab, ...ordersSearch(raw) } : { tab };
}
