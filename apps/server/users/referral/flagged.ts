import { BANK_NETWORK, type OperatorReferral } from '@candor/api';
import { sql } from 'kysely';
import { type Db, idOf } from '../../base/database/index.ts';
import { maskedAccount } from '../identity/index.ts';

type Flagged = OperatorReferral['flagged'][number];

interface Names {
  readonly account: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

const MOST_FLAGGED = 500;

/**
 * Addresses that each user saved, was paid to, or linked for mining at any time, on whichever chain: an address's key is the
 * same on all that share its form. Ours do not count: neither the house's, nor those at which it takes users' deposits.
 */
const WALLETS = sql`
  select distinct found.user_id, lower(found.address) as address from (
    select user_id, address from withdrawals.address
    union all
    select user_id, address from withdrawals.withdrawal
      where chain <> ${BANK_NETWORK} and state in ('broadcast', 'done')
    union all
    select user_id, address from defi.wallet
    union all
    select user_id, address from defi.join where state = 'joined'
  ) found
  where not exists (select from withdrawals.house_address h where lower(h.address) = lower(found.address))
    and not exists (select from deposits.follower f
      join deposits.address d on d.chain = f.chain and d.address = found.address)`;

/**
 * Invited users who share something with one of the three above who earn of their fees, the newest first: a login from the
 * same address by the same program, a bank card, or a wallet. A household shares such things too: it is read by a person
 * and decides nothing.
 */
export async function flaggedUsers(db: Db): Promise<readonly Flagged[]> {
  const { rows } = await sql<
    Names & {
      user_id: bigint;
      created_at: Date;
      inviter_id: bigint;
      generation: number;
      inviter_account: string | null;
      inviter_email: string | null;
      inviter_phone: string | null;
      device: boolean;
      card: boolean;
      wallet: boolean;
    }
  >`with wallet as materialized (${WALLETS}),
    above as materialized (
      select u.user_id, each.generation, each.user_id as inviter_id
      from identity.user u
      left join identity.user first on first.user_id = u.invited_by
      left join identity.user second on second.user_id = first.invited_by
      cross join lateral (values (1, u.invited_by), (2, first.invited_by), (3, second.invited_by))
        as each (generation, user_id)
      where each.user_id is not null),
    shared as materialized (
      select distinct above.user_id, above.inviter_id from above
      join wallet own on own.user_id = above.user_id
      join wallet other on other.user_id = above.inviter_id and other.address = own.address)
    select * from (
      select u.user_id, u.account, u.email, u.phone, u.created_at,
        i.user_id as inviter_id, above.generation, i.account as inviter_account, i.email as inviter_email, i.phone as inviter_phone,
        exists (select from identity.login_log a join identity.login_log b on a.address = b.address and a.agent = b.agent
          where a.user_id = u.user_id and b.user_id = i.user_id) as device,
        exists (select from bank.card a join bank.card b on a.card_mark = b.card_mark
          where a.user_id = u.user_id and b.user_id = i.user_id) as card,
        shared.user_id is not null as wallet
      from above
      join identity.user u on u.user_id = above.user_id
      join identity.user i on i.user_id = above.inviter_id
      left join shared on shared.user_id = above.user_id and shared.inviter_id = above.inviter_id
    ) pair
    where device or card or wallet
    order by user_id desc, generation limit ${MOST_FLAGGED}`.execute(db);
  return rows.map((row) => ({
    userId: idOf(row.user_id),
    account: maskedAccount(row),
    registerTime: row.created_at.getTime(),
    inviterId: idOf(row.inviter_id),
    generation: row.generation,
    inviter: maskedAccount({
      account: row.inviter_account,
      email: row.inviter_email,
      phone: row.inviter_phone,
    }),
    shares: (['device', 'card', 'wallet'] as const).filter((thing) => row[thing]),
  }));
}

/** The masked names of users whose accounts are not closed, and how many people each invited. */
export async function namesOf(
  db: Db,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly account: string; readonly invited: number }>> {
  const { rows } = await sql<Names & { user_id: bigint; invited: number }>`
    select u.user_id, u.account, u.email, u.phone,
      (select count(*)::int from identity.user i where i.invited_by = u.user_id) as invited
    from identity.user u where u.user_id = any(${userIds}) and u.closed_at is null`.execute(db);
  return new Map(
    rows.map(({ user_id, invited, ...names }) => [idOf(user_id), { account: maskedAccount(names), invited }]),
  );
}
