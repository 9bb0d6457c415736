import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { type Look, timestampOf } from '../../base/metrics/index.ts';

/** Shows open withdrawals and the wallets that pay them as metrics. */
export function withdrawalsLook(db: Db, now: () => number): Look {
  return {
    subject: 'withdrawals',
    gauges: {
      withdrawals_open: { help: 'Withdrawals that are not over, by state', labels: ['state'] },
      withdrawals_oldest_timestamp_seconds: {
        help: 'Time at which the oldest open withdrawal was requested',
        labels: ['state'],
      },
      withdrawals_overdue: { help: 'Open withdrawals whose time for review or payment is over' },
      withdrawals_halted: { help: 'Withdrawals whose assert failed, and that wait for operators' },
      wallets_stopped: { help: 'Wallets that pay nothing until operators resume them', labels: ['chain'] },
    },
    read: async () => [...(await withdrawals(db, now())), ...(await wallets(db))],
  };
}

async function withdrawals(db: Db, nowMs: number) {
  const { rows } = await sql<{
    state: string;
    count: number;
    oldest: Date;
    overdue: number;
    halted: number;
  }>`
    select state, count(*)::int as count, min(requested_at) as oldest,
      (count(*) filter (where deadline < ${new Date(nowMs)}))::int as overdue,
      (count(*) filter (where halted is not null))::int as halted
    from withdrawals.withdrawal where ended_at is null group by state`.execute(db);
  const sum = (of: 'overdue' | 'halted') => rows.reduce((total, row) => total + row[of], 0);
  return [
    ...rows.flatMap(({ state, count, oldest }) => [
      { gauge: 'withdrawals_open', labels: { state }, value: count },
      { gauge: 'withdrawals_oldest_timestamp_seconds', labels: { state }, value: timestampOf(oldest) },
    ]),
    { gauge: 'withdrawals_overdue', value: sum('overdue') },
    { gauge: 'withdrawals_halted', value: sum('halted') },
  ];
}

async function wallets(db: Db) {
  const rows = await db.selectFrom('withdrawals.wallet').select(['chain', 'stopped_at']).execute();
  return rows.map(({ chain, stopped_at }) => ({
    gauge: 'wallets_stopped',
    labels: { chain },
    value: stopped_at === null ? 0 : 1,
  }));
}
