import { type ReturnSearch, returnSearch } from '../common/own-path.ts';
import type { RawSearch } from '../common/search-params.ts';

export interface RegisterSearch extends ReturnSearch {
  readonly invite_code?: string;
}

/** Reads the search of the registration page. */
export function registerSearch(raw: RawSearch): RegisterSearch {
  const code = raw.invite_code;
  const text = typeof code === 'string' || typeof code === 'number' ? String(code) : '';
  return { ...returnSearch(raw), ...(text === '' ? {} : { invite_code: text.slice(0, 64) }) };
}
