import type { FactorChange, ReviewAccount } from '@candor/api';
import { entryKinds, projectionsSchema } from '@candor/projections';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { UnitsText } from './units-text.ts';

/** Entries of an account that are summed at most, the newest first. */
const MOST_ENTRIES = 5_000;
const MOST_SOURCES = 20;
const MOST_CHANGES = 20;
const DAYS = 30;
const DAY_MS = 86_400_000;

/** Reads how an account's factors changed in the last thirty days, the newest change first. */
export async function readFactorChanges(
  db: QueryExecutorProvider,
  userId: number,
  nowMs: number,
): Promise<FactorChange[]> {
  const since = new Date(nowMs - DAYS * DAY_MS);
  const { rows } = await sql<{ change: FactorChange['change']; hold: string | null; at: Date }>`
    select change, hold, at from (
      select 'authenticatorBound' as change, null as hold, bound_at as at
        from factors.authenticator where user_id = ${userId}
      union all select 'passkeyAdded', null, created_at from factors.passkey where user_id = ${userId}
      union all select 'fundPasswordSet', null, set_at from factors.fund_password where user_id = ${userId}
      union all select 'holdBegun', reason, begun_at from factors.hold where user_id = ${userId}) as changed
    where at > ${since} order by at desc limit ${MOST_CHANGES}`.execute(db);
  return rows.map(({ change, hold, at }) => ({ change, hold, time: at.getTime() }));
}

/** Reads what a reviewer must know of an account before money leaves it; null for one that is closed. */
export async function readReviewAccount(
  db: QueryExecutorProvider,
  userId: number,
  units: UnitsText,
  nowMs: number,
): Promise<ReviewAccount | null> {
  const [{ rows: people }, factorChanges, { rows: sources }] = await Promise.all([
    sql<{ created_at: Date; level: ReviewAccount['identity'] }>`
      select created_at, coalesce((
        select min(level) from kyc.submission s where s.user_id = u.user_id and s.state = 'approved'), 'none') as level
      from identity.user u where user_id = ${userId}`.execute(db),
    readFactorChanges(db, userId, nowMs),
    sql<{ kind: number; asset_id: number; amount: string; count: string }>`
      select kind, asset_id, sum(amount)::text as amount, count(*)::text as count from (
        select seq, kind, asset_id, amount from ${sql.raw(`${projectionsSchema}.entries`)}
        where user_id = ${userId} order by seq desc, line desc limit ${MOST_ENTRIES}) as newest
      where amount > 0 group by kind, asset_id order by max(seq) desc limit ${MOST_SOURCES}`.execute(db),
  ]);
  const person = people[0];
  if (person === undefined) return null;
  return {
    registered: person.created_at.getTime(),
    identity: person.level,
    factorChanges,
    sources: sources.map(({ kind, asset_id, amount, count }) => ({
      entry: entryKinds.word(Number(kind)),
      amount: units.amount(Number(asset_id), BigInt(amount)),
      count: Number(count),
    })),
  };
}
