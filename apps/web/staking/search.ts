import { oneOf, type RawSearch } from '../common/search-params.ts';
import { type DaysSearch, daysSearch } from '../records/record-search.ts';

export interface OfferSearch {
  /** Number of the offer that is chosen. */
  readonly offer?: number;
}

/** Reads the search of the ticket; what is no number of an offer is left out. */
export function offerSearch(raw: RawSearch): OfferSearch {
  const offer = Number(raw.offer);
  return Number.isSafeInteger(offer) && offer > 0 ? { offer } : {};
}

export const orderStatuses = ['inProgress', 'completed', 'redeemed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Choice of what the list of orders shows, as the address keeps it. */
export interface PledgeOrdersSearch extends DaysSearch {
  readonly status?: OrderStatus;
}

/** Reads the search of the user's orders; unknown values are left out. */
export function pledgeOrdersSearch(raw: RawSearch): PledgeOrdersSearch {
  const status = oneOf(orderStatuses, raw.status);
  return { ...(status === undefined ? {} : { status }), ...daysSearch(raw) };
}
