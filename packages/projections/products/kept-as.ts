import type { Pool } from 'pg';

/** Orders that a walk follows at most: each of them filled something before the next one took its place. */
const MAX_STEPS = 1_000;

/**
 * Returns the last order of those that took an order's place one after another, each for the part that the one before
 * left open. Returns null where none did, or where more than MAX_STEPS did. `table` has `order_id` and `kept_as`.
 */
export async function lastKeptAs(
  pool: Pick<Pool, 'query'>,
  table: string,
  orderId: number,
): Promise<number | null> {
  const { rows } = await pool.query<{ order_id: string; step: number }>(
    `WITH RECURSIVE chain (order_id, step) AS (
       SELECT kept_as, 1 FROM ${table} WHERE order_id = $1 AND kept_as IS NOT NULL
       UNION ALL
       SELECT o.kept_as, step + 1 FROM chain JOIN ${table} AS o USING (order_id)
         WHERE o.kept_as IS NOT NULL AND step <= ${MAX_STEPS})
     SELECT order_id, step FROM chain ORDER BY step DESC LIMIT 1`,
    [orderId],
  );
  const [last] = rows;
  return last === undefined || last.step > MAX_STEPS ? null : Number(last.order_id);
}
