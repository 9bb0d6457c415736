import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

/** A page of records; `nextCursor` is null on the last one. */
export interface RecordsPage<Row> {
  readonly records: readonly Row[];
  readonly nextCursor: string | null;
}

export interface RecordsOptions<Row> {
  /** The cache's key: everything that `load` depends on, first the name by which acts invalidate it. */
  readonly queryKey: readonly unknown[];
  /** Fetches the page at the cursor, null for the first. */
  readonly load: (cursor: string | null, signal: AbortSignal) => Promise<RecordsPage<Row>>;
  /** False while the records cannot be asked for, such as without a session. */
  readonly enabled?: boolean;
  /** Fetches again at this interval; never by itself where it is missing. */
  readonly refreshMs?: number | (() => number | false);
  /** True where each fetch leaves a trace: a page that is shown is not fetched again by itself. */
  readonly fetchesOnce?: boolean;
}

/**
 * Records page by page, by cursor. `rows` is null until the first page is there; `query` goes to a `DataTable`, which
 * shows errors, offers the next page and fetches again.
 */
export function useRecords<Row>({
  queryKey,
  load,
  enabled = true,
  refreshMs,
  fetchesOnce = false,
}: RecordsOptions<Row>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled,
    ...(fetchesOnce ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    ...(refreshMs === undefined ? {} : { refetchInterval: refreshMs }),
  });
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.records) ?? null, [pages]);
  return { query, rows };
}
