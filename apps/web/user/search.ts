import type { RawSearch } from '../common/search-params.ts';

export interface LoginSearch {
  /** Where to go afterwards: a path of this site. */
  readonly from?: string;
}

/**
 * Returns true for a path of this site. Browsers read `//host`, `/\host` and a path with control characters as another
 * site or as no address at all.
 */
export function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && path.length <= 2_000 && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path);
}

/** Reads the search of the login page; a return path of another site is left out. */
export function loginSearch(raw: RawSearch): LoginSearch {
  return isOwnPath(raw.from) ? { from: raw.from } : {};
}

export interface RegisterSearch extends LoginSearch {
  readonly invite_code?: string;
}

/** Reads the search of the registration page. */
export function registerSearch(raw: RawSearch): RegisterSearch {
  const code = raw.invite_code;
  const text = typeof code === 'string' || typeof code === 'number' ? String(code) : '';
  return { ...loginSearch(raw), ...(text === '' ? {} : { invite_code: text.slice(0, 64) }) };
}
