import { digitsOf, type FoundUser, isPhoneLike, readPhone } from '@candor/api';
import { projectionsSchema } from '@candor/projections';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { idOf } from '../../base/database/index.ts';
import { maskedAccount } from '../identity/index.ts';

interface Found {
  readonly user_id: bigint;
  readonly by: FoundUser['by'];
  readonly reference: string | null;
}

interface Source {
  /** True for what could be found here. */
  readonly fits: (typed: string) => boolean;
  readonly by: FoundUser['by'];
  /** A query that returns the columns user_id and reference. */
  readonly select: (typed: string) => RawBuilder<unknown>;
}

const MOST = 20;
/** Digits at the end of a phone number by which it is looked up. */
const PHONE_END = 6;
const number = /^[1-9]\d{0,15}$/;
/** An address or a transaction of any chain: letters and digits, no name of a user is that long. */
const address = /^(0x)?[A-Za-z0-9]{24,90}$/;
const isNumber = (typed: string) => number.test(typed);
const isAddress = (typed: string) => address.test(typed);
const models = (table: string) => sql.raw(`${projectionsSchema}.${table}`);

/** Sources in which users are looked for, each by an index or a table of its own. */
const sources: readonly Source[] = [
  {
    by: 'id',
    fits: isNumber,
    select: (typed) =>
      sql`select user_id, null as reference from identity.user where user_id = ${typed}::bigint`,
  },
  {
    by: 'account',
    fits: () => true,
    select: (typed) => sql`
      select user_id, null as reference from identity.user where lower(account) = lower(${typed})`,
  },
  {
    by: 'email',
    fits: (typed) => typed.includes('@'),
    select: (typed) =>
      sql`select user_id, null as reference from identity.user where email = lower(${typed})`,
  },
  {
    by: 'phone',
    fits: isPhoneLike,
    // a national number has digits before it that the kept form has not: its end is compared, and its reading afterwards
    select: (typed) => sql`
      select user_id, null as reference from identity.user
      where right(phone, ${PHONE_END}) = right(${digitsOf(typed)}, ${PHONE_END})`,
  },
  {
    by: 'invite',
    fits: (typed) => /^[A-Za-z0-9]{8}$/.test(typed),
    select: (typed) => sql`
      select user_id, null as reference from identity.user where invite_code = upper(${typed})`,
  },
  {
    by: 'address',
    fits: isAddress,
    select: (typed) => sql`
      select user_id, chain as reference from deposits.address
      where lower(address) = lower(${typed}) and user_id is not null
      union select user_id, chain from deposits.deposit where lower(sender) = lower(${typed})
      union select user_id, chain from withdrawals.withdrawal where lower(address) = lower(${typed})`,
  },
  {
    by: 'transaction',
    fits: isAddress,
    select: (typed) => sql`
      select user_id, 'deposit ' || deposit_no as reference from deposits.deposit
      where lower(transaction_hash) = lower(${typed})
      union select user_id, 'deposit ' || deposit_no from deposits.pooled
      where lower(transaction_hash) = lower(${typed})
      union select user_id, contract from deposits.unlisted where transaction_hash = lower(${typed})
      union select w.user_id, 'withdrawal ' || w.withdrawal_no from withdrawals.transaction t
      join withdrawals.withdrawal w using (withdrawal_no) where lower(t.hash) = lower(${typed})`,
  },
  {
    by: 'deposit',
    fits: isNumber,
    select: (typed) => sql`
      select user_id, deposit_no::text as reference from deposits.deposit where deposit_no = ${typed}::bigint`,
  },
  {
    by: 'withdrawal',
    fits: isNumber,
    select: (typed) => sql`
      select user_id, withdrawal_no::text as reference from withdrawals.withdrawal
      where withdrawal_no = ${typed}::bigint`,
  },
  {
    by: 'order',
    fits: isNumber,
    select: (typed) => sql`
      select user_id, order_id::text as reference from ${models('orders')} where order_id = ${typed}::bigint
      union select user_id, order_id::text from ${models('contract_orders')} where order_id = ${typed}::bigint
      union select user_id, contract_id::text from ${models('second_contracts')}
      where contract_id = ${typed}::bigint`,
  },
];

/** Finds users by whatever an operator has at hand. Accounts of the house are no users. */
export async function findUsers(db: QueryExecutorProvider, typed: string): Promise<FoundUser[]> {
  const asked = sources.filter(({ fits }) => fits(typed));
  const parts = asked.map(
    ({ by, select }) => sql`(select found.user_id, ${by}::text as by, found.reference::text as reference
      from (${select(typed)}) as found limit ${MOST})`,
  );
  const { rows } = await sql<Found & { account: string | null; email: string | null; phone: string | null }>`
    select found.*, u.account, u.email, u.phone
    from (${sql.join(parts, sql` union all `)}) as found join identity.user u using (user_id)
    limit ${MOST}`.execute(db);
  return rows
    .filter(({ by, phone }) => by !== 'phone' || (phone !== null && isMeant(typed, phone)))
    .map((row) => ({
      userId: idOf(row.user_id),
      name: maskedAccount(row),
      by: row.by,
      reference: row.reference,
    }));
}

/** True if what was typed is this number: written internationally, with or without its plus, or as in its country. */
function isMeant(typed: string, phone: string): boolean {
  const country = parsePhoneNumberFromString(phone)?.country ?? null;
  return [readPhone(typed, country), readPhone(`+${digitsOf(typed)}`, null)].some(
    (reading) => reading?.e164 === phone,
  );
}
