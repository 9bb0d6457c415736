import type { RawSearch } from '../common/search-params.ts';

/** The first and the last day that a list shows, as an address keeps them: 2026-11-13. */
export interface DaysSearch {
  readonly from?: string;
  readonly to?: string;
}

/** Choice of what a list of records shows, as an address keeps it. */
export interface RecordSearch extends DaysSearch {
  /** The market or contract by its name: BTCUSDT, BTCUSDT-PERP. */
  readonly market?: string;
}

const MARKET = /^[A-Z0-9]{2,20}(-PERP)?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const textOf = (form: RegExp, raw: unknown) => (typeof raw === 'string' && form.test(raw) ? raw : undefined);

/** Reads the days of a list; what is no day is left out. */
export function daysSearch(raw: RawSearch): DaysSearch {
  const from = textOf(DAY, raw.from);
  const to = textOf(DAY, raw.to);
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** Reads the filter of a list of records; what is no market and no day is left out. */
export function recordSearch(raw: RawSearch): RecordSearch {
  const market = textOf(MARKET, raw.market);
  return { ...(market === undefined ? {} : { market }), ...daysSearch(raw) };
}
