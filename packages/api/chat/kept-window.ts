// No schemas: browsers load this module.

/** Messages that a page has, by their numbers, ascending, and whether there are earlier ones. */
export interface KeptMessages<Row extends { readonly number: number }> {
  readonly records: readonly Row[];
  readonly hasEarlier: boolean;
}

/**
 * The messages that a page has, with a page of earlier ones or with the newest ones, which are asked for again and again. The
 * newest are so many at most: those that leave that window stay. Where some came in between that nobody fetched, the newest
 * stand alone, and what is before them is asked for anew. Numbers of a conversation have no gaps.
 */
export function withWindow<Row extends { readonly number: number }>(
  kept: KeptMessages<Row> | null,
  window: KeptMessages<Row>,
): KeptMessages<Row> {
  const [first] = window.records;
  const oldest = kept?.records[0]?.number;
  const newest = kept?.records.at(-1)?.number;
  if (kept === null || first === undefined || oldest === undefined || newest === undefined)
    return kept === null || kept.records.length === 0 ? window : kept;
  if (first.number > newest + 1) return window;
  const byNumber = new Map([...kept.records, ...window.records].map((row) => [row.number, row]));
  return {
    records: [...byNumber.values()].sort((left, right) => left.number - right.number),
    hasEarlier: first.number <= oldest ? window.hasEarlier : kept.hasEarlier,
  };
}
