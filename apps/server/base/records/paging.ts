/** Requests and answers of lists: pages with a cursor. */

export interface PageRequest {
  readonly cursor: string | null;
  readonly limit: number;
  /** Only records of this time: from `fromMs` on, and before `toMs`. */
  readonly fromMs?: number | null;
  readonly toMs?: number | null;
}

export interface Listed<Row> {
  readonly records: Row[];
  readonly nextCursor: string | null;
}

const DEFAULT_LIMIT = 20;
/** Longest wait of a list for the read models; one that lags longer is answered as it stands. */
export const LIST_PATIENCE_MS = 2_000;

/** A page request out of optional fields. */
export function pageOfRequest(fields: {
  readonly pageSize?: number | undefined;
  readonly cursor?: string | undefined;
  readonly fromTime?: number | undefined;
  readonly toTime?: number | undefined;
}): PageRequest {
  return {
    limit: fields.pageSize ?? DEFAULT_LIMIT,
    cursor: fields.cursor ?? null,
    fromMs: fields.fromTime ?? null,
    toMs: fields.toTime ?? null,
  };
}

/** True where only records of a time are asked for: what is open has to be found by the read models then. */
export const isOfTimes = ({ fromMs, toMs }: PageRequest): boolean =>
  (fromMs !== null && fromMs !== undefined) || (toMs !== null && toMs !== undefined);

/** The end of the year 9999: a database takes no time as far away as a number can name. */
const LATEST_MS = 253_402_300_799_999;

const dateOf = (ms: number | null | undefined): Date | null =>
  ms === null || ms === undefined ? null : new Date(Math.min(ms, LATEST_MS));

/** The bounds of a page's times for a query of the database; null where there is none. */
export const boundsOf = ({
  fromMs,
  toMs,
}: PageRequest): { readonly from: Date | null; readonly to: Date | null } => ({
  from: dateOf(fromMs),
  to: dateOf(toMs),
});

/** The answer of a list made of rows of the read models. */
export const listed = <From, To>(
  { rows, next }: { readonly rows: readonly From[]; readonly next: string | null },
  show: (row: From) => To,
): Listed<To> => ({ records: rows.map(show), nextCursor: next });
