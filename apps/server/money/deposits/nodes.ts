import type { NodeHealth } from '@candor/chains';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, kyselyOf } from '../../base/database/index.ts';

/** Writes how the nodes of a chain answer; the console shows it. */
export async function noteNodes(pool: Pool, chain: string, nodes: readonly NodeHealth[]): Promise<void> {
  const db = kyselyOf(pool);
  for (const { node, state, sinceMs, contradictions } of nodes)
    await sql`
      insert into deposits.node (chain, node, state, since, contradictions)
      values (${chain}, ${node}, ${state}, ${new Date(sinceMs)}, ${contradictions})
      on conflict (chain, node) do update
        set state = excluded.state, since = excluded.since, contradictions = excluded.contradictions`.execute(
      db,
    );
  await sql`delete from deposits.node where chain = ${chain} and node > ${nodes.length}`.execute(db);
}

/** Returns the nodes of all chains that are read from several. */
export async function listNodes(of: Db): Promise<readonly (NodeHealth & { readonly chain: string })[]> {
  const rows = await of.selectFrom('deposits.node').selectAll().orderBy('chain').orderBy('node').execute();
  return rows.map(({ since, ...rest }) => ({ ...rest, sinceMs: since.getTime() }));
}
