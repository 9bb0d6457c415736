import { type Kysely, sql } from 'kysely';

/** Payments of chains of outputs. Amounts are base units of the chain. */
export interface OutputsSchema {
  /** A version of a payment, stored before it is signed; a merge belongs to no withdrawal. */
  'withdrawals.spend': {
    chain: string;
    /** The id of its transaction, which signatures do not change. */
    hash: string;
    withdrawal_no: string | number | null;
    psbt: string;
    /** The keys of its inputs, as the signer takes them. */
    keys: string;
    fee: string;
    /** Per virtual byte. */
    rate: string;
    /** Goes back to the hot wallet as the last output; 0 for none. */
    change: string;
    change_index: number;
    raw: string | null;
    at: Date;
    /** A merge that is final, or that can never be. */
    ended_at: Date | null;
    /** The block that holds a merge, as the chain was last seen; null while none does. */
    block_hash: string | null;
    /** Since when a merge that a block held is in none. */
    left_at: Date | null;
  };
  /** An output that a payment spends, bound to it for ever: a signed version may exist. */
  'withdrawals.spend_input': {
    chain: string;
    hash: string;
    index: number;
    withdrawal_no: string | number | null;
    amount: string;
    address_index: number | null;
  };
}

export async function addSpends(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table withdrawals.spend (
      chain text not null,
      hash text not null,
      withdrawal_no bigint references withdrawals.withdrawal,
      psbt text not null,
      keys text not null,
      fee numeric(78) not null,
      rate numeric(78) not null,
      change numeric(78) not null,
      change_index integer not null,
      raw text,
      at timestamptz not null,
      ended_at timestamptz,
      primary key (chain, hash)
    )`.execute(db);
  await sql`create index spend_of on withdrawals.spend (withdrawal_no)`.execute(db);
  await sql`
    create table withdrawals.spend_input (
      chain text not null,
      hash text not null,
      index integer not null,
      withdrawal_no bigint,
      amount numeric(78) not null,
      address_index integer,
      primary key (chain, hash, index)
    )`.execute(db);
  await sql`create index spend_input_of on withdrawals.spend_input (withdrawal_no)`.execute(db);
}
