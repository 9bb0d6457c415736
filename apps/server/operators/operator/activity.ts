import type { Activity, activityDeskCalls } from '@candor/api';
import type { Amount } from '@candor/money';
import { projectionsSchema } from '@candor/projections';
import { type QueryExecutorProvider, sql } from 'kysely';
import { amountText } from '../../engine/values/index.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';
import { readSamples } from './samples.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;
const MONEY = 'USDT';

interface Hour {
  readonly hour: bigint;
  readonly registrations: bigint;
  readonly logins: bigint;
  readonly volume: string;
}

interface Users {
  readonly total: bigint;
  readonly frozen: bigint;
  readonly registered: bigint;
  readonly active: bigint;
}

/** Counts of each hour from `fromMs` on. Volume is in base units, of the named symbols alone. */
const hoursOf = (fromMs: number, symbolIds: readonly number[]) => sql<Hour>`
  with hours as (
    select ${fromMs}::bigint + n * ${HOUR_MS} as hour from generate_series(0, ${HOURS - 1}) as n)
  select hour,
    (select count(*) from identity.user where created_at >= to_timestamp(hour / 1000.0)
      and created_at < to_timestamp((hour + ${HOUR_MS}) / 1000.0)) as registrations,
    (select count(*) from identity.login_log where at >= to_timestamp(hour / 1000.0)
      and at < to_timestamp((hour + ${HOUR_MS}) / 1000.0)) as logins,
    (select coalesce(sum(quote_amount), 0) from ${sql.raw(`${projectionsSchema}.trades`)}
      where symbol_id = any(${symbolIds}::integer[]) and time_ms >= hour and time_ms < hour + ${HOUR_MS}
        and not house) as volume
  from hours order by hour`;

const usersOf = (dayMs: number) => sql<Users>`
  select count(*) as total, count(frozen_at) as frozen,
    count(*) filter (where created_at >= ${new Date(dayMs)}) as registered,
    (select count(distinct user_id) from identity.login_log where at >= ${new Date(dayMs)}) as active
  from identity.user`;

interface Queue {
  readonly name: Activity['queues'][number]['name'];
  readonly waiting: bigint;
  readonly oldest: Date | null;
  readonly late: bigint;
}

/** Counts the waiting items and names the oldest, one line per queue. */
const queuesOf = (now: Date) => sql<Queue>`
  select 'reviews' as name, count(*) as waiting, min(entered_at) as oldest,
    count(*) filter (where deadline_at < ${now}) as late
  from review.item where state in ('open', 'claimed')
  union all select 'withdrawals', count(*), min(requested_at), count(*) filter (where deadline < ${now})
  from withdrawals.withdrawal where ended_at is null
  union all select 'deposits', count(*), min(seen_at), 0 from deposits.deposit where state = 'seen'
  union all select 'proposals', count(*), min(created_at), 0
  from operator.proposal where state = 'open' and expires_at > ${now}
  union all select 'jobs', count(*), min(created_at), count(*) filter (where attempts >= max_attempts)
  from jobs.jobs where run_at <= now()
  union all select 'messages', count(*), min(created_at), 0 from messages.message where state = 'waiting'
  union all select 'outbox', count(*), min(created_at), 0 from outbox.command
  where seq is null and dropped_at is null`;

async function readActivity(deps: DeskDeps): Promise<Activity> {
  const { core, catalogues, now } = deps;
  const db: QueryExecutorProvider = deps.operators.db;
  const timeMs = now();
  const catalogue = catalogues.current();
  const money = catalogue.asset(MONEY);
  const symbols = catalogue.symbols.filter(({ quoteAssetId }) => quoteAssetId === money.assetId);
  const firstHour = Math.floor(timeMs / HOUR_MS) * HOUR_MS - (HOURS - 1) * HOUR_MS;
  const dayMs = timeMs - HOURS * HOUR_MS;
  const [{ rows: hours }, { rows: users }, { rows: queues }, samples, pools] = await Promise.all([
    hoursOf(
      firstHour,
      symbols.map(({ symbolId }) => symbolId),
    ).execute(db),
    usersOf(dayMs).execute(db),
    queuesOf(new Date(timeMs)).execute(db),
    readSamples(db, dayMs),
    core.ask('poolFigures', money.assetId),
  ]);
  const [counted] = users;
  return {
    time: timeMs,
    users: {
      total: Number(counted?.total ?? 0),
      frozen: Number(counted?.frozen ?? 0),
      registered: Number(counted?.registered ?? 0),
      active: Number(counted?.active ?? 0),
    },
    hours: hours.map((row) => ({
      time: Number(row.hour),
      registrations: Number(row.registrations),
      logins: Number(row.logins),
      volume: amountText(catalogue, money.assetId, BigInt(row.volume) as Amount),
    })),
    samples,
    queues: queues.map((row) => ({
      name: row.name,
      waiting: Number(row.waiting),
      oldestTime: row.oldest?.getTime() ?? null,
      late: Number(row.late),
    })),
    pools: pools.map(({ name, assetId, amount }) => ({
      name,
      coin: catalogue.assetById(assetId).code,
      amount: amountText(catalogue, assetId, amount),
    })),
  };
}

export function activityDesk(deps: DeskDeps): DeskHandlers<typeof activityDeskCalls> {
  return { getDashboardActivity: () => readActivity(deps) };
}
