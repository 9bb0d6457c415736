import type { RawSearch } from '../common/search-params.ts';
import { type DaysSearch, daysSearch } from '../records/record-search.ts';

function idOf(raw: unknown): number | undefined {
  const number = Number(raw);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

export interface ListingSearch {
  /** Number of the application that is filled in or shown. */
  readonly id?: number;
}

/** Reads the search of the form; what is no number of an application is left out. */
export function listingSearch(raw: RawSearch): ListingSearch {
  const id = idOf(raw.id);
  return id === undefined ? {} : { id };
}

/** Reads the search of the list of applications. */
export function listingsSearch(raw: RawSearch): ListingSearch & DaysSearch {
  return { ...listingSearch(raw), ...daysSearch(raw) };
}
