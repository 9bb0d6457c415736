import { oneOf, type RawSearch } from '../common/search-params.ts';

export const quoteTabs = ['watchlist', 'second', 'spot', 'contract'] as const;
export type QuoteTab = (typeof quoteTabs)[number];

export interface QuotesSearch {
  readonly tab?: QuoteTab;
  readonly q?: string;
}

/** Reads the search of the markets page; unknown values are left out. */
export function quotesSearch(raw: RawSearch): QuotesSearch {
  const tab = oneOf(quoteTabs, raw.tab);
  const q = typeof raw.q === 'string' ? raw.q.slice(0, 32) : '';
  return { ...(tab === undefined ? {} : { tab }), ...(q === '' ? {} : { q }) };
}
