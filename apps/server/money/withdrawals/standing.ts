import { BANK_NETWORK, type DelistedReason } from '@candor/api';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { allFulfilled, inBatches } from '../../base/work/batches.ts';
import type { Hold, HoldReason } from '../../users/factors/index.ts';
import { endsInSql, endsOf } from './address-ends.ts';
import { FEE_LIVES_MS } from './terms.ts';

/** Coin, network and address of a request; the address with its checksum. */
export interface Target {
  readonly chain: string;
  readonly coin: string;
  readonly address: string;
}

/** Wallet and fee of a coin on a network, in base units of the ledger; null for what is not there. */
export interface NetworkState {
  readonly hot: string | null;
  readonly stopped: string | null;
  /** Operators whose keys the signer accepts. */
  readonly approvers: number;
  /** Why the coin is listed no longer. */
  readonly delisted: DelistedReason | null;
  readonly fee: string | null;
  readonly changed_at: Date | null;
  readonly earlier_fee: string | null;
}

/** Facts about a user that decide if a request may be written, beside the balance and the limit of the day. */
export interface UserState {
  /** False for a user who is gone. */
  readonly exists: boolean;
  readonly email: string | null;
  readonly phone: string | null;
  readonly hasFundPassword: boolean;
  /** The longest hold that lasts now. */
  readonly hold: Hold | null;
  readonly whitelist: boolean;
}

/** Facts about the address that a request names. */
export interface AddressState {
  /** True for an address of the user's address book. */
  readonly saved: boolean;
  /** True for an address that was paid or confirmed before. */
  readonly known: boolean;
  /** True for an address of the house that is no user's. */
  readonly ours: boolean;
  /** The address that the user used last and that this one imitates; null where it imitates none. */
  readonly imitates: string | null;
}

export interface Standing {
  readonly user: UserState;
  readonly network: NetworkState;
  readonly address: AddressState;
}

export interface StandingQuestion {
  readonly userId: number;
  /** Null for a request to a bank card, and for one whose target cannot be read: only the user is looked at. */
  readonly target: Target | null;
}

type Row = NetworkState &
  Omit<UserState, 'hold'> &
  Omit<AddressState, 'imitates'> & {
    readonly reason: HoldReason | null;
    readonly until: Date | null;
    /** Addresses with the same ends, the last used first. */
    readonly used: readonly string[];
  };

/** Requests whose standing one statement reads. */
const MOST_TOGETHER = 50;

/**
 * Returns a function that reads what stands before a request: holds, fund password, contacts, whitelist, address book, known
 * and similar addresses, wallet and fee. Requests that come together, or while an earlier statement runs, share the next
 * one. Nothing is remembered: the statement begins after the request came.
 */
export function createStanding(db: Db, now: () => number): (question: StandingQuestion) => Promise<Standing> {
  return inBatches<StandingQuestion, Standing>({
    most: MOST_TOGETHER,
    // it waits for no lock, so no other statement has to pass it
    atOnce: 1,
    async run(questions) {
      const rows = await read(db, questions, now());
      return allFulfilled(rows.map((row, at) => standingOf(row, questions[at]!)));
    },
  });
}

/** One row for each question, in their order. */
async function read(db: Db, questions: readonly StandingQuestion[], nowMs: number): Promise<readonly Row[]> {
  const targets = questions.map(({ target }) => target);
  const ends = targets.map((target) => (target === null ? null : endsOf(target.address)));
  const { rows } = await sql<Row>`
    select u.user_id is not null as exists, u.email, u.phone,
      exists (select from factors.fund_password where user_id = q.by_user) as "hasFundPassword",
      h.reason, h.until, coalesce(s.whitelist, false) as whitelist,
      exists (select from withdrawals.address
        where user_id = q.by_user and chain = q.on_chain and address = q.to_address) as saved,
      exists (select from withdrawals.withdrawal
        where user_id = q.by_user and ${endsInSql} = q.ends and chain = q.on_chain and address = q.to_address
          and (state = 'done' or confirmed_at is not null)) as known,
      exists (select from withdrawals.house_address where lower(address) = lower(q.to_address)) as ours,
      array(
        select address from (
          select address, requested_at as at from withdrawals.withdrawal
          where user_id = q.by_user and ${endsInSql} = q.ends and chain <> ${BANK_NETWORK}
            and state not in ('rejected', 'cancelled')
          union all
          select address, saved_at from withdrawals.address where user_id = q.by_user and ${endsInSql} = q.ends
        ) as each group by address order by max(at) desc
      ) as used,
      w.address as hot, w.stopped, coalesce(w.approvers, 0) as approvers, l.reason as delisted,
      n.fee, n.changed_at, n.earlier_fee
    from unnest(
      ${questions.map(({ userId }) => userId)}::bigint[], ${targets.map((target) => target?.chain ?? null)}::text[],
      ${targets.map((target) => target?.coin ?? null)}::text[],
      ${targets.map((target) => target?.address ?? null)}::text[], ${ends}::text[]
    ) with ordinality as q (by_user, on_chain, of_coin, to_address, ends, place)
    left join identity."user" u on u.user_id = q.by_user
    left join lateral (
      select reason, until from factors.hold
      where user_id = q.by_user and until > ${new Date(nowMs)}::timestamptz order by until desc limit 1
    ) as h on true
    left join withdrawals.setting s on s.user_id = q.by_user
    left join withdrawals.wallet w on w.chain = q.on_chain
    left join withdrawals.network n
      on n.chain = w.chain and n.coin = q.of_coin and n.at > ${new Date(nowMs - FEE_LIVES_MS)}::timestamptz
    left join deposits.delisted l on l.chain = q.on_chain and l.coin = q.of_coin
    order by q.place`.execute(db);
  if (rows.length !== questions.length)
    throw new Error(`${rows.length} standings for ${questions.length} requests`);
  return rows;
}

function standingOf(row: Row, { target }: StandingQuestion): Standing {
  const { exists, email, phone, hasFundPassword, whitelist, reason, until } = row;
  const { saved, known, ours, used } = row;
  const { hot, stopped, approvers, delisted, fee, changed_at, earlier_fee } = row;
  const hold = reason === null || until === null ? null : { reason, untilMs: until.getTime() };
  const address = target?.address.toLowerCase();
  const isUsed = used.some((each) => each.toLowerCase() === address);
  return {
    user: { exists, email, phone, hasFundPassword, hold, whitelist },
    network: { hot, stopped, approvers, delisted, fee, changed_at, earlier_fee },
    address: { saved, known, ours, imitates: isUsed ? null : (used[0] ?? null) },
  };
}
