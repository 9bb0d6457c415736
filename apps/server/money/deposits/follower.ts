import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, kyselyOf } from '../../base/database/index.ts';

export interface FollowedChain {
  readonly chain: string;
  readonly node: string | null;
  /** True while its head was not read for a while. */
  readonly delayed: boolean;
}

const DELAYED_AFTER = '60 seconds';

/** Notes that a chain is followed, was read up to its head just now, and gives addresses of this batch. */
export async function noteFollowed(
  pool: Pool,
  { chain, batch, node }: { readonly chain: string; readonly batch: string; readonly node: string | null },
): Promise<void> {
  await sql`
    insert into deposits.follower (chain, batch, read_at, node) values (${chain}, ${batch}, now(), ${node})
    on conflict (chain) do update set batch = excluded.batch, read_at = now(), node = excluded.node`.execute(
    kyselyOf(pool),
  );
}

/** Returns the chains that a process follows, also while that process is away. */
export async function followedChains(pool: Pool): Promise<readonly FollowedChain[]> {
  const { rows } = await sql<FollowedChain>`
    select chain, node, read_at < now() - ${DELAYED_AFTER}::interval as delayed from deposits.follower`.execute(
    kyselyOf(pool),
  );
  return rows;
}

/** Returns the keys of the chains that a process of this exchange follows or followed. */
export async function followedKeys(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ chain: string }>`select chain from deposits.follower`.execute(db);
  return new Set(rows.map(({ chain }) => chain));
}
