import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { type Look, timestampOf } from '../../base/metrics/index.ts';

/** States in which a deposit waits for its chain, or for operators. */
const OPEN = ['seen', 'taken-back', 'returned', 'reduced'] as const;

/** Shows the chains and the deposits on them as metrics. */
export function depositsLook(db: Db): Look {
  return {
    subject: 'deposits',
    gauges: {
      chain_height_blocks: { help: 'Newest block that was read', labels: ['chain'] },
      chain_block_timestamp_seconds: { help: 'Time of the newest block that was read', labels: ['chain'] },
      chain_read_timestamp_seconds: { help: 'Last time that a chain was read', labels: ['chain'] },
      chain_nodes: { help: 'Nodes of a chain, by their state', labels: ['chain', 'state'] },
      deposits_open: { help: 'Deposits that are not over, by state', labels: ['chain', 'state'] },
      deposits_oldest_timestamp_seconds: {
        help: 'Time at which the oldest of the deposits was seen that wait for their blocks',
        labels: ['chain'],
      },
      deposits_halted: { help: 'Deposits whose assert failed, and that wait for operators' },
    },
    read: async () => [...(await chains(db)), ...(await nodes(db)), ...(await deposits(db))],
  };
}

async function chains(db: Db) {
  const { rows: blocks } = await sql<{ chain: string; number: number; time_ms: bigint }>`
    select distinct on (chain) chain, number, time_ms from deposits.block order by chain, number desc`.execute(
    db,
  );
  const followers = await db.selectFrom('deposits.follower').select(['chain', 'read_at']).execute();
  return [
    ...blocks.flatMap(({ chain, number, time_ms }) => [
      { gauge: 'chain_height_blocks', labels: { chain }, value: number },
      { gauge: 'chain_block_timestamp_seconds', labels: { chain }, value: timestampOf(Number(time_ms)) },
    ]),
    ...followers.map(({ chain, read_at }) => ({
      gauge: 'chain_read_timestamp_seconds',
      labels: { chain },
      value: timestampOf(read_at),
    })),
  ];
}

async function nodes(db: Db) {
  const { rows } = await sql<{ chain: string; state: string; count: number }>`
    select chain, state, count(*)::int as count from deposits.node group by chain, state`.execute(db);
  return rows.map(({ chain, state, count }) => ({
    gauge: 'chain_nodes',
    labels: { chain, state },
    value: count,
  }));
}

async function deposits(db: Db) {
  const { rows } = await sql<{ chain: string; state: string; count: number; oldest: Date; halted: number }>`
    select chain, state, count(*)::int as count, min(seen_at) as oldest,
      (count(*) filter (where halted is not null))::int as halted
    from deposits.deposit where state = any(${OPEN}) or halted is not null group by chain, state`.execute(db);
  return [
    ...rows.map(({ chain, state, count }) => ({
      gauge: 'deposits_open',
      labels: { chain, state },
      value: count,
    })),
    ...rows
      .filter(({ state }) => state === 'seen')
      .map(({ chain, oldest }) => ({
        gauge: 'deposits_oldest_timestamp_seconds',
        labels: { chain },
        value: timestampOf(oldest),
      })),
    { gauge: 'deposits_halted', value: rows.reduce((sum, { halted }) => sum + halted, 0) },
  ];
}
