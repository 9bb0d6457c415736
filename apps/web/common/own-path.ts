import type { RawSearch } from './search-params.ts';

/** Path to go to afterwards, in the search of a page that leads back. */
export interface ReturnSearch {
  /** A path of this site. */
  readonly from?: string;
}

/**
 * Returns true for a path of this site. Browsers read `//host`, `/\host` and a path with control characters as another
 * site or as no address at all.
 */
export function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && path.length <= 2_000 && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path);
}

/** Reads the way back of a search; a path of another site is left out. */
export function returnSearch(raw: RawSearch): ReturnSearch {
  return isOwnPath(raw.from) ? { from: raw.from } : {};
}
