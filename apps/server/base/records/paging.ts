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

/** The answer of a list made of rows of the read models. */
export const listed = <From, To>(
  { rows, next }: { readonly rows: readonly From[]; readonly next: string | null },
  show: (row: From) => To,
): Listed<To> => ({ records: rows.map(show), nextCursor: next });
