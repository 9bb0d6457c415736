import { oneOf, type RawSearch } from '../common/search-params.ts';
import { type DaysSearch, daysSearch } from '../records/record-search.ts';
import type { EarnStatus } from './product.ts';

export interface OfferSearch {
  /** Number of the offer that is chosen. */
  readonly offer?: number;
}

/** Reads the search of a ticket; what is no number of an offer is left out. */
export function offerSearch(raw: RawSearch): OfferSearch {
  const offer = Number(raw.offer);
  return Number.isSafeInteger(offer) && offer > 0 ? { offer } : {};
}

export const earnStatuses = ['inProgress', 'completed', 'redeemed'] as const satisfies readonly EarnStatus[];

/** Choice of what a list of orders shows, as the address keeps it. */
export interface OrdersSearch extends DaysSearch {
  readonly status?: EarnStatus;
}

/** Reads the search of the user's orders; unknown values are left out. */
export function ordersSearch(raw: RawSearch): OrdersSearch {
  const status = oneOf(earnStatuses, raw.status);
  return { ...(status === undefined ? {} : { status }), ...daysSearch(raw) };
}
