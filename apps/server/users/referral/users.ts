import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, idOf, kyselyOf } from '../../base/database/index.ts';
import { boundsOf, type PageRequest } from '../../base/records/paging.ts';

/** A user of the three generations below an inviter. */
export interface Invited {
  readonly userId: number;
  readonly generation: number;
  readonly account: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly createdMs: number;
}

/** A longer line is not gone up. */
const DEEPEST = 10_000;

/** The generations below a user, each with its depth: the tree is three levels deep at most. */
const below = (userId: number) => sql`
  with recursive invited (user_id, generation) as (
    select user_id, 1 from identity.user where invited_by = ${userId}
    union all
    select u.user_id, i.generation + 1 from identity.user u join invited i on u.invited_by = i.user_id
    where i.generation < 3
  )`;

/** Users whom others brought. */
export interface InvitedUsers {
  /** Those of one generation or of all three, the newest first: one more than the page has where more follow. */
  list(
    userId: number,
    page: PageRequest & { readonly generation: number | null },
  ): Promise<readonly Invited[]>;
  /** Those whom a user brought directly, the newest first: one more than the page has where more follow. */
  direct(
    userId: number,
    page: PageRequest,
  ): Promise<readonly (Omit<Invited, 'generation'> & { readonly invitedCount: number })[]>;
  /** Those above a user, the nearest first. */
  above(userId: number): Promise<readonly number[]>;
  /** Returns the number of users of each generation below a user. */
  count(userId: number): Promise<ReadonlyMap<number, number>>;
}

export function createInvitedUsers(pool: Pool): InvitedUsers {
  const db = kyselyOf(pool);
  return {
    list: (userId, page) => invitedUsers(db, userId, page),
    direct: (userId, page) => directlyInvited(db, userId, page),
    above: (userId) => invitersAbove(db, userId),
    count: (userId) => countInvited(db, userId),
  };
}

// ids follow the registrations
async function invitedUsers(
  db: Db,
  userId: number,
  page: PageRequest & { readonly generation: number | null },
): Promise<readonly Invited[]> {
  const { from, to } = boundsOf(page);
  const { rows } = await sql<{
    user_id: bigint;
    generation: number;
    account: string | null;
    email: string | null;
    phone: string | null;
    created_at: Date;
  }>`${below(userId)}
    select i.user_id, i.generation, u.account, u.email, u.phone, u.created_at
    from invited i join identity.user u on u.user_id = i.user_id
    where (${page.generation}::int is null or i.generation = ${page.generation}::int)
      and (${page.cursor}::bigint is null or i.user_id < ${page.cursor}::bigint)
      and (${from}::timestamptz is null or u.created_at >= ${from}::timestamptz)
      and (${to}::timestamptz is null or u.created_at < ${to}::timestamptz)
    order by i.user_id desc limit ${page.limit + 1}`.execute(db);
  return rows.map(({ user_id, created_at, ...row }) => ({
    ...row,
    userId: idOf(user_id),
    createdMs: created_at.getTime(),
  }));
}

async function directlyInvited(db: Db, userId: number, page: PageRequest) {
  const { from, to } = boundsOf(page);
  const { rows } = await sql<{
    user_id: bigint;
    account: string | null;
    email: string | null;
    phone: string | null;
    created_at: Date;
    invited: number;
  }>`select u.user_id, u.account, u.email, u.phone, u.created_at,
      (select count(*)::int from identity.user i where i.invited_by = u.user_id) as invited
    from identity.user u
    where u.invited_by = ${userId}
      and (${page.cursor}::bigint is null or u.user_id < ${page.cursor}::bigint)
      and (${from}::timestamptz is null or u.created_at >= ${from}::timestamptz)
      and (${to}::timestamptz is null or u.created_at < ${to}::timestamptz)
    order by u.user_id desc limit ${page.limit + 1}`.execute(db);
  return rows.map(({ user_id, created_at, invited, ...row }) => ({
    ...row,
    userId: idOf(user_id),
    createdMs: created_at.getTime(),
    invitedCount: invited,
  }));
}

async function invitersAbove(db: Db, userId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ user_id: bigint }>`
    with recursive above (user_id, place) as (
      select invited_by, 1 from identity.user where user_id = ${userId} and invited_by is not null
      union all
      select u.invited_by, a.place + 1 from identity.user u join above a on u.user_id = a.user_id
      where u.invited_by is not null and a.place < ${DEEPEST}
    )
    select user_id from above order by place`.execute(db);
  return rows.map(({ user_id }) => idOf(user_id));
}

async function countInvited(db: Db, userId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ generation: number; users: number }>`${below(userId)}
    select generation, count(*)::int as users from invited group by 1`.execute(db);
  return new Map(rows.map(({ generation, users }) => [generation, users]));
}
