import { allFulfilled, inBatches } from '../../base/work/batches.ts';

/** Rows of one query. */
const MOST = 500;

/**
 * Returns a reader of rows by their ids, null for an unknown one: drafts whose contents the writer reads together share a
 * query.
 */
export const readTogether = <Row>(
  read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>,
): ((id: number) => Promise<Row | null>) =>
  inBatches<number, Row | null>({
    run: async (ids) => {
      const found = await read(ids);
      return allFulfilled(ids.map((id) => found.get(id) ?? null));
    },
    most: MOST,
    atOnce: 1,
  });
