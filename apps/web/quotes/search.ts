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

/** The products whose movers the overview shows. */
export const overviewTypes = ['spot', 'usta'] as const;
export type OverviewType = (typeof overviewTypes)[number];

export const mapViews = ['map', 'table'] as const;
export type MapView = (typeof mapViews)[number];

export interface OverviewSearch extends QuotesSearch {
  readonly type?: OverviewType;
  /** View of the heat map. */
  readonly view?: MapView;
}

/** Reads the search of the market overview; unknown values are left out. */
export function overviewSearch(raw: RawSearch): OverviewSearch {
  const type = oneOf(overviewTypes, raw.type);
  const view = oneOf(mapViews, raw.view);
  return {
    ...quotesSearch(raw),
    ...(type === undefined ? {} : { type }),
    ...(view === undefined ? {} : { view }),
  };
}
