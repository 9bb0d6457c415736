import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import type { MovementKind } from './schema.ts';

/** Amounts are base units of the chain, but those of the ledger that say so. */
export interface StoredReport {
  readonly report_no: bigint;
  readonly chain: string;
  readonly coin: string;
  readonly at: Date;
  readonly block_number: number;
  readonly hot: string;
  readonly gas: string;
  readonly cold: string;
  readonly deposits: string;
  /** In the finer of the units of chain and ledger. */
  readonly incoming: string;
  readonly outgoing: string;
  readonly dust: string;
  readonly remainder: string;
  /** In base units of the ledger. */
  readonly booked: bigint;
  readonly found: bigint;
  readonly surplus: bigint | null;
  readonly shortage: bigint | null;
  readonly rejection: string | null;
}

export interface StoredMovement {
  readonly movement_no: bigint;
  readonly chain: string;
  readonly kind: MovementKind;
  readonly coin: string;
  readonly address: string;
  readonly amount: string;
  readonly hash: string | null;
  readonly state: 'bound' | 'signed' | 'done' | 'failed' | 'lost';
  readonly fee_paid: string | null;
  readonly at: Date;
}

export interface StoredLost {
  readonly id: string;
  readonly kind: 'token' | 'amount' | 'house' | 'known';
  readonly transfers: bigint;
  readonly chain: string;
  readonly transaction_hash: string;
  readonly block_number: number;
  readonly user_id: bigint | null;
  readonly address: string;
  readonly sender: string;
  readonly contract: string | null;
  readonly coin: string | null;
  readonly amount: string;
  readonly state: string;
  readonly seen_at: Date;
}

/** Rows of each part: coins that are listed, and tokens that are not. */
const MOST_LOST = 100;
/** Rows of unlisted tokens that are looked at: a stranger can write any number of them. */
const MOST_READ = 5_000;

/** Reads the newest comparison of each coin that the ledger took. */
export async function newestReports(db: Db): Promise<readonly StoredReport[]> {
  const { rows } = await sql<StoredReport>`
    select distinct on (chain, coin) * from treasury.report where shortage is not null
    order by chain, coin, report_no desc`.execute(db);
  return rows;
}

/**
 * Reads transfers that no user was credited for, newest first; with a transaction, everything that it brought to our
 * addresses, credited or not. What one transaction brought to one address in one coin is one row, and so are all transfers
 * of a token that is not listed: those stand behind all others, and push none of them out.
 */
export async function readLost(db: Db, transaction: string | null): Promise<readonly StoredLost[]> {
  const hash = transaction?.toLowerCase() ?? null;
  const [coins, tokens] = await Promise.all([readCoins(hash).execute(db), readTokens(hash).execute(db)]);
  return [...coins.rows, ...tokens.rows];
}

/** The largest number that an answer writes. */
const LARGEST = '9'.repeat(78);

const readCoins = (hash: string | null) => sql<StoredLost>`
  with transfers as (
    (select 'd' || deposit_no as id, case when state <> 'unlisted' then 'known' else 'amount' end as kind,
      chain, transaction_hash, block_number, user_id, address, sender, contract, coin, amount, state, seen_at
    from deposits.deposit
    where (${hash}::text is null and state = 'unlisted') or transaction_hash = ${hash}
    order by deposit_no desc limit ${MOST_READ})
    union all
    (select 'r' || receipt_no, case when kind <> 'stranger' then 'known' else 'house' end,
      chain, transaction_hash, block_number, null, class, sender, contract, coin, amount, kind, seen_at
    from treasury.receipt
    where (${hash}::text is null and kind = 'stranger' and state <> 'gone') or transaction_hash = ${hash}
    order by receipt_no desc limit ${MOST_READ}))
  select min(id) as id, min(kind) as kind, count(*) as transfers, chain, transaction_hash,
    max(block_number) as block_number, user_id, address, min(sender) as sender, contract, coin,
    least(sum(amount), ${LARGEST}::numeric) as amount, min(state) as state, max(seen_at) as seen_at
  from transfers group by chain, transaction_hash, user_id, address, contract, coin
  order by max(seen_at) desc, min(id) limit ${MOST_LOST}`;

const readTokens = (hash: string | null) => sql<StoredLost>`
  with events as (
    (select 'u' || unlisted_no as id, 'token' as kind, chain, transaction_hash, block_number, user_id, address, sender,
      contract, amount, 'unlisted' as state, transfers, seen_at
    from deposits.unlisted where ${hash}::text is null or transaction_hash = ${hash}
    order by unlisted_no desc limit ${MOST_READ})
    union all
    (select 'h' || unlisted_no, case when kind <> 'stranger' then 'known' else 'token' end,
      chain, transaction_hash, block_number, null, class, sender, contract, amount, kind, transfers, seen_at
    from treasury.unlisted where (${hash}::text is null and kind = 'stranger') or transaction_hash = ${hash}
    order by unlisted_no desc limit ${MOST_READ})),
  numbered as (
    select id, kind, chain, transaction_hash, block_number, user_id, address, sender, contract, null as coin, amount, state,
      seen_at, sum(transfers) over token as transfers,
      row_number() over (token order by seen_at desc, id desc) as place
    from events window token as (partition by chain, contract))
  select * from numbered where place = 1 order by seen_at desc, id limit ${MOST_LOST}`;
