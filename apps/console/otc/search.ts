import type { RawSearch } from '../shell/search.ts';

/** The part of the desk that is shown, and the appeal that is open. */
export interface OtcDeskSearch {
  readonly appeal?: string;
}

/** Reads the search of the desk; what is no number of an order is left out. */
export function otcDeskSearch(raw: RawSearch): OtcDeskSearch {
  const appeal = typeof raw.appeal === 'number' ? String(raw.appeal) : raw.appeal;
  return typeof appeal === 'string' && /^[1-9]\d{0,14}$/.test(appeal) ? { appeal } : {};
}
