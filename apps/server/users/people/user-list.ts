import { digitsOf, isPhoneLike, type OperatorUserRow } from '@candor/api';
import { sql } from 'kysely';
import { defineTable, idOf } from '../../base/database/index.ts';
import { maskedAccount } from '../identity/index.ts';

/** Filters of the list of users: `account` is a part of the name, the e-mail or the phone. */
export interface UserFilters {
  readonly userId: number;
  readonly account: string;
  readonly language: string;
  readonly frozen: 'yes' | 'no';
  readonly kyc: OperatorUserRow['kyc'];
  readonly from: number;
  readonly to: number;
}

export interface UserListRow {
  readonly user_id: bigint;
  readonly account: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly language: string;
  readonly kyc: OperatorUserRow['kyc'];
  readonly frozen_at: Date | null;
  readonly created_at: Date;
  readonly last_login_at: Date | null;
}

const approved = (level: string) => sql`exists (
  select from kyc.submission s where s.user_id = u.user_id and s.level = ${level} and s.state = 'approved')`;

/** The newest login; logins have ascending numbers, by which the index finds it. */
const lastLogin = sql`(
  select l.at from identity.login_log l where l.user_id = u.user_id order by l.login_id desc limit 1)`;

const contains = (part: string) => (column: string) =>
  sql<boolean>`strpos(lower(coalesce(${sql.raw(column)}, '')), lower(${part})) > 0`;

/** The phone, compared by digits alone: the end of a national number is the end of the kept one. */
const phoneContains = (part: string) =>
  isPhoneLike(part) ? [contains(digitsOf(part).replace(/^0+/, ''))('phone')] : [];

/** All users, with the level of identity that was approved. */
export const userTable = defineTable<UserListRow, UserFilters>()({
  select: sql`*`,
  from: sql`(
    select u.user_id, u.account, u.email, u.phone, u.language, u.frozen_at, u.created_at,
      ${lastLogin} as last_login_at,
      case when ${approved('advanced')} then 'advanced' when ${approved('primary')} then 'primary'
        else 'none' end as kyc
    from identity.user u
  ) as shown`,
  key: { of: sql`user_id`, type: 'bigint' },
  orders: {
    userId: { of: sql`user_id`, type: 'bigint' },
    createTime: { of: sql`created_at`, type: 'timestamptz' },
    lastLoginTime: { of: sql`coalesce(last_login_at, 'epoch'::timestamptz)`, type: 'timestamptz' },
  },
  filters: {
    userId: (id) => sql`user_id = ${id}`,
    account: (part) =>
      sql`(${sql.join([...['account', 'email', 'phone'].map(contains(part)), ...phoneContains(part)], sql` or `)})`,
    language: (language) => sql`language = ${language}`,
    frozen: (is) => (is === 'yes' ? sql`frozen_at is not null` : sql`frozen_at is null`),
    kyc: (level) => sql`kyc = ${level}`,
    from: (ms) => sql`created_at >= ${new Date(ms)}`,
    to: (ms) => sql`created_at < ${new Date(ms)}`,
  },
});

const nobody = { account: null, email: null, phone: null };

/** A row with masked contacts. */
export function userRowOf(row: UserListRow): OperatorUserRow {
  const { email, phone } = row;
  return {
    userId: idOf(row.user_id),
    account: row.account,
    email: email === null ? null : maskedAccount({ ...nobody, email }),
    phone: phone === null ? null : maskedAccount({ ...nobody, phone }),
    language: row.language,
    kyc: row.kyc,
    frozen: row.frozen_at !== null,
    createTime: row.created_at.getTime(),
    lastLoginTime: row.last_login_at?.getTime() ?? null,
  };
}
