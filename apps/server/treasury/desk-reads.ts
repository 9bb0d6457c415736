import { type Kysely, sql } from 'kysely';
import type { MovementKind } from './schema.ts';

/** Amounts are base units of the chain, but those of the ledger that say so. */
export interface StoredReport {
  readonly report_no: string;
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
  readonly booked: string;
  readonly found: string;
  readonly surplus: string | null;
  readonly shortage: string | null;
  readonly rejection: string | null;
}

export interface StoredMovement {
  readonly movement_no: string;
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
  readonly chain: string;
  readonly transaction_hash: string;
  readonly block_number: number;
  readonly user_id: string | null;
  readonly address: string;
  readonly sender: string;
  readonly contract: string | null;
  readonly coin: string | null;
  readonly amount: string;
  readonly state: string;
  readonly seen_at: Date;
}

const MOST_LOST = 200;

/** Reads the newest comparison of each coin that the ledger took. */
export async function newestReports(db: Kysely<never>): Promise<readonly StoredReport[]> {
  const { rows } = await sql<StoredReport>`
    select distinct on (chain, coin) * from treasury.report where shortage is not null
    order by chain, coin, report_no desc`.execute(db);
  return rows;
}

/**
 * Reads transfers that no user was credited for, newest first; with a transaction, everything that it brought to our
 * addresses, credited or not.
 */
export async function readLost(
  db: Kysely<never>,
  transaction: string | null,
): Promise<readonly StoredLost[]> {
  const hash = transaction?.toLowerCase() ?? null;
  const { rows } = await sql<StoredLost>`
    select 'd' || deposit_no as id,
      case when state <> 'unlisted' then 'known' when coin is null then 'token' else 'amount' end as kind,
      chain, transaction_hash, block_number, user_id, address, sender, contract, coin, amount, state, seen_at
    from deposits.deposit
    where (${hash}::text is null and state = 'unlisted') or transaction_hash = ${hash}
    union all
    select 'r' || receipt_no, case when kind = 'stranger' then 'house' else 'known' end, chain, transaction_hash,
      block_number, null, class, sender, contract, coin, amount, kind, seen_at
    from treasury.receipt
    where (${hash}::text is null and kind = 'stranger' and state <> 'gone') or transaction_hash = ${hash}
    order by seen_at desc limit ${MOST_LOST}`.execute(db);
  return rows;
}
