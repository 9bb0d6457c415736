import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';

/** Withdrawals that were completed, and how long half of them took at most, from the request to the last confirmation. */
export interface CompletedWithdrawals {
  readonly count: number;
  /** Whole seconds, rounded up; null where none was completed. */
  readonly medianSeconds: number | null;
}

/** Counts the withdrawals that were completed since a time. Waits of every kind are part of how long they took. */
export async function completedSince(db: Db, sinceMs: number): Promise<CompletedWithdrawals> {
  const { rows } = await sql<{ count: string; median: string | null }>`
    select count(*) as count,
      ceil(extract(epoch from percentile_disc(0.5) within group (order by ended_at - requested_at)))::bigint as median
    from withdrawals.withdrawal where state = 'done' and ended_at >= ${new Date(sinceMs)}`.execute(db);
  const [row] = rows;
  return {
    count: Number(row?.count ?? 0),
    medianSeconds: row?.median == null ? null : Number(row.median),
  };
}
