import { OTC_METHODS, type OtcMethod } from '@candor/api';
import { oneOf, type RawSearch } from '../common/search-params.ts';
import { type DaysSearch, daysSearch } from '../records/record-search.ts';

export const otcTakerSides = ['buy', 'sell'] as const;
export type OtcTakerSide = (typeof otcTakerSides)[number];

const CODE = /^[A-Z0-9]{2,12}$/;
const SUM = /^\d{1,12}(?:\.\d{1,8})?$/;

const matching = (pattern: RegExp, raw: unknown): string | undefined => {
  const text = typeof raw === 'number' ? String(raw) : raw;
  return typeof text === 'string' && pattern.test(text) ? text : undefined;
};

/** Choice of what is traded, as the address keeps it. What it leaves out is the first of its kind. */
export interface OtcSearch {
  readonly side?: OtcTakerSide;
  readonly coin?: string;
  readonly currency?: string;
  readonly method?: OtcMethod;
  /** Sum in the currency that somebody wants to trade. */
  readonly total?: string;
}

/** Reads the search of the offers; what is unknown is left out. */
export function otcSearch(raw: RawSearch): OtcSearch {
  const side = oneOf(otcTakerSides, raw.side);
  const coin = matching(CODE, raw.coin);
  const currency = matching(CODE, raw.currency);
  const method = oneOf(OTC_METHODS, raw.method);
  const total = matching(SUM, raw.total);
  return {
    ...(side === undefined ? {} : { side }),
    ...(coin === undefined ? {} : { coin }),
    ...(currency === undefined ? {} : { currency }),
    ...(method === undefined ? {} : { method }),
    ...(total === undefined ? {} : { total }),
  };
}

export const otcOrderViews = ['open', 'ended'] as const;
export type OtcOrderView = (typeof otcOrderViews)[number];

/** Choice of what a list of orders shows, or the order that is shown, as the address keeps it. */
export interface OtcOrdersSearch extends DaysSearch {
  readonly view?: OtcOrderView;
  /** Number of the order that is shown. */
  readonly order?: number;
}

/** Reads the search of the user's orders; what is unknown is left out. */
export function otcOrdersSearch(raw: RawSearch): OtcOrdersSearch {
  const view = oneOf(otcOrderViews, raw.view);
  const order = Number(raw.order);
  return {
    ...(view === undefined ? {} : { view }),
    ...(Number.isSafeInteger(order) && order > 0 ? { order } : {}),
    ...daysSearch(raw),
  };
}
