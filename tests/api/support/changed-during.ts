import type { Pool, PoolClient } from 'pg';
import { expect, vi } from 'vitest';
import { PATIENCE_MS } from '../../support/patience.ts';

/** A transaction that a request meets. */
export interface Change {
  /** Takes the lock that the request runs into. */
  begin(client: PoolClient): Promise<unknown>;
  /** Does the rest while the request waits; the commit follows. */
  end(client: PoolClient): Promise<unknown>;
}

/** Sends a request while a change is under way, and returns its answer. Fails if the request does not wait for the change. */
export async function changedDuring<Answer>(
  pool: Pool,
  { begin, end }: Change,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await begin(client);
    const answer = request();
    await vi.waitFor(async () => {
      const waiting = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(waiting.rowCount).toBe(1);
    }, PATIENCE_MS);
    await end(client);
    await client.query('commit');
    return await answer;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
