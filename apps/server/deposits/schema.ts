import type { DelistedReason, RechargeMethod, RechargeRejection } from '@candor/api';
import type { NodeState } from '@candor/chains';
import { type Generated, type Kysely, sql } from 'kysely';

export interface DepositsSchema {
  /** The chain as it was read: its newest row is the cursor. */
  'deposits.block': {
    chain: string;
    number: number;
    hash: string;
    parent_hash: string;
    time_ms: string | number;
    transfers: number;
  };
  /** An index of BIP-44 is reserved by its row forever. */
  'deposits.address': {
    chain: string;
    derivation_index: string | number;
    address: string;
    /** The run that derived it: what an earlier run left over is never given out. */
    batch: string;
    user_id: string | number | null;
    assigned_at: Date | null;
  };
  /** A chain that a process of this exchange follows. */
  'deposits.follower': {
    chain: string;
    /** Addresses are given out of this batch. */
    batch: string;
    /** When the chain was last read up to its head. */
    read_at: Date;
    /** Address of a practice node for users' own wallets; null where there is none. */
    node: string | null;
  };
  /** How each of several nodes of a chain answers. */
  'deposits.node': {
    chain: string;
    /** Its place among the configured ones, from 1 on. */
    node: number;
    state: NodeState;
    since: Date;
    /** How often it answered otherwise than two others since the process of the chains began. */
    contradictions: number;
  };
  'deposits.deposit': {
    deposit_no: Generated<string | number>;
    chain: string;
    transaction_hash: string;
    ordinal: number;
    user_id: string | number;
    address: string;
    sender: string;
    contract: string | null;
    /** The ledger's code; null for a token that is not listed. */
    coin: string | null;
    /** In base units of the chain. */
    amount: string;
    decimals: number | null;
    confirmations_needed: number;
    /** True for a large amount, which waits for finality where its chain has it. */
    is_large: boolean;
    block_number: number;
    block_hash: string;
    state: DepositState;
    /** In base units of the ledger, with earlier dust; null until it is confirmed. */
    credited: string | bigint | null;
    /** How often the chain took it back after it was credited. */
    turn: Generated<number>;
    /** Amount with which it is in a block again after it was taken back, in base units of the chain; else null. */
    returned_amount: string | null;
    /** Part of what is credited that stands, where it returned with less; in base units of the ledger. */
    remaining: string | bigint | null;
    seen_at: Generated<Date>;
    ended_at: Date | null;
  };
  /**
   * Payments to users that no block has yet, as a node's pool shows them: nothing of them is credited. Their numbers are of the
   * one sequence of deposits, and a deposit keeps its own.
   */
  'deposits.pooled': {
    deposit_no: Generated<string | number>;
    chain: string;
    transaction_hash: string;
    ordinal: number;
    user_id: string | number;
    address: string;
    coin: string | null;
    amount: string;
    decimals: number | null;
    confirmations_needed: number;
    is_large: boolean;
    seen_at: Generated<Date>;
  };
  /** Coins that the process of the chains found to be otherwise than they are listed: they are listed no longer. */
  'deposits.delisted': {
    chain: string;
    coin: string;
    contract: string;
    decimals: number;
    reason: DelistedReason;
    since: Generated<Date>;
  };
  /** Dust: confirmed deposits of one asset minus the credited part, in base units of the chain. */
  'deposits.dust': {
    chain: string;
    user_id: string | number;
    coin: string;
    amount: string;
  };
  /** Transactions of the house's own, such as gas for sweeps: they are never deposits. */
  'deposits.house_transaction': {
    chain: string;
    transaction_hash: string;
  };
  /** Paid by a bank or otherwise, and reviewed by operators. Its numbers are of the one sequence of deposits. */
  'deposits.recharge': {
    recharge_no: Generated<string | number>;
    user_id: string | number;
    /** The idempotency key of the submission. */
    key: string;
    method: RechargeMethod;
    /** Key of the account paid to; null for one that was paid otherwise. */
    bank: string | null;
    coin: string;
    asset_id: number;
    /** In base units of the ledger. */
    amount: string | bigint;
    note: string;
    screenshot: string;
    /** The picture's difference hash, by which the same screenshot is found again. */
    fingerprint: string | null;
    state: RechargeState;
    reason: RechargeRejection | null;
    /** Approvals that it needs: one, or two above the limit. */
    eyes: number;
    /** Counts the reviews; an earlier one is not decided any more. */
    review_round: Generated<number>;
    /** The operator of the first of two approvals. */
    first_approver: string | number | null;
    first_name: string | null;
    submitted_at: Date;
    ended_at: Date | null;
  };
  'deposits.faucet_payment': {
    payment_no: Generated<string | number>;
    chain: string;
    user_id: string | number;
    key: string;
    coin: string;
    amount: string;
    address: string;
    nonce: number | null;
    raw_transaction: string | null;
    transaction_hash: string | null;
    requested_at: Generated<Date>;
    /** When its recipient was found to refuse it; it is never paid. */
    refused_at: Date | null;
  };
}

/** `approved`: its credit is promised. */
export type RechargeState = 'review' | 'approved' | 'rejected';

/**
 * - `seen`: in a block, not confirmed.
 * - `credited`: confirmed and credited by one command.
 * - `dust`: confirmed, and under the minimum together with earlier dust.
 * - `gone`: its block left the chain before it was confirmed.
 * - `taken-back`: its block left the chain after it was credited. What is free of it is held; it stands again if the chain
 *   takes its transaction again, else two operators reverse it.
 * - `returned`: taken back, and in a block again, not confirmed.
 * - `reduced`: taken back, and confirmed again with a smaller amount: two operators reverse the difference.
 * - `reversed`: taken back, and the ledger too.
 * - `unlisted`: a token that is not listed, or an amount that no ledger holds. Support sees it.
 */
export type DepositState =
  | 'seen'
  | 'credited'
  | 'dust'
  | 'gone'
  | 'taken-back'
  | 'returned'
  | 'reduced'
  | 'reversed'
  | 'unlisted';

/** The channel that tells the process of the chains that somebody wants an address or practice coins. */
export const DEPOSITS_CHANNEL = 'candor_deposits';

export const migrations = {
  '001-deposits': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table deposits.block (
          chain text not null,
          number integer not null,
          hash text not null,
          parent_hash text not null,
          time_ms bigint not null,
          transfers integer not null,
          primary key (chain, number)
        )`.execute(db);
      await sql`
        create table deposits.address (
          chain text not null,
          derivation_index bigint not null,
          address text not null,
          batch uuid not null,
          user_id bigint,
          assigned_at timestamptz,
          primary key (chain, derivation_index),
          unique (chain, address),
          unique (chain, user_id)
        )`.execute(db);
      await sql`create table deposits.follower (
          chain text primary key,
          batch uuid not null,
          read_at timestamptz not null,
          node text
        )`.execute(db);
      await sql`
        create table deposits.deposit (
          deposit_no bigint generated always as identity primary key,
          chain text not null,
          transaction_hash text not null,
          ordinal integer not null,
          user_id bigint not null,
          address text not null,
          sender text not null,
          contract text,
          coin text,
          amount numeric(78) not null check (amount > 0),
          decimals integer,
          confirmations_needed integer not null,
          block_number integer not null,
          block_hash text not null,
          state text not null,
          credited bigint,
          seen_at timestamptz not null default now(),
          ended_at timestamptz
        )`.execute(db);
      // One that its chain took back may come again: the key holds for those that stand.
      await sql`
        create unique index deposit_standing on deposits.deposit (chain, transaction_hash, ordinal)
        where state not in ('gone', 'reversed')`.execute(db);
      await sql`create index deposit_waiting on deposits.deposit (chain, block_number) where state = 'seen'`.execute(
        db,
      );
      await sql`create index deposit_of_block on deposits.deposit (chain, block_number)`.execute(db);
      await sql`create index deposit_of_user on deposits.deposit (user_id, deposit_no)`.execute(db);
      await sql`
        create table deposits.dust (
          chain text not null,
          user_id bigint not null,
          coin text not null,
          amount numeric(78) not null,
          primary key (chain, user_id, coin)
        )`.execute(db);
      await sql`
        create table deposits.house_transaction (
          chain text not null,
          transaction_hash text not null,
          primary key (chain, transaction_hash)
        )`.execute(db);
      await sql`
        create table deposits.faucet_payment (
          payment_no bigint generated always as identity primary key,
          chain text not null,
          user_id bigint not null,
          key text not null,
          coin text not null,
          amount numeric(78) not null,
          address text not null,
          nonce integer,
          raw_transaction text,
          transaction_hash text,
          requested_at timestamptz not null default now(),
          unique (user_id, key)
        )`.execute(db);
      await sql`create index faucet_waiting on deposits.faucet_payment (chain, payment_no) where raw_transaction is null`.execute(
        db,
      );
    },
  },
  '002-refused-practice-payments': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table deposits.faucet_payment add column refused_at timestamptz`.execute(db);
    },
  },
  '003-recharges': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table deposits.recharge (
          recharge_no bigint primary key
            default nextval(pg_get_serial_sequence('deposits.deposit', 'deposit_no')),
          user_id bigint not null,
          key text not null,
          method text not null,
          bank text,
          coin text not null,
          asset_id integer not null,
          amount bigint not null check (amount > 0),
          note text not null,
          screenshot uuid not null,
          fingerprint bit(1024),
          state text not null,
          reason text,
          eyes integer not null,
          review_round integer not null default 1,
          first_approver bigint,
          first_name text,
          submitted_at timestamptz not null,
          ended_at timestamptz,
          unique (user_id, key)
        )`.execute(db);
      await sql`create index recharge_of_user on deposits.recharge (user_id, recharge_no)`.execute(db);
      await sql`create index recharge_open on deposits.recharge (recharge_no) where state = 'review'`.execute(
        db,
      );
    },
  },
  '004-taken-back': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`drop index deposits.deposit_standing`.execute(db);
      await sql`
        create unique index deposit_standing on deposits.deposit (chain, transaction_hash, ordinal)
        where state not in ('gone', 'taken-back', 'reversed')`.execute(db);
      await sql`
        create index deposit_taken_back on deposits.deposit (chain, transaction_hash, ordinal)
        where state = 'taken-back'`.execute(db);
    },
  },
  '005-nodes': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table deposits.node (
          chain text not null,
          node integer not null,
          state text not null,
          since timestamptz not null,
          contradictions integer not null,
          primary key (chain, node)
        )`.execute(db);
    },
  },
  '006-large': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table deposits.deposit add column is_large boolean not null default false`.execute(db);
    },
  },
  '007-pooled': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table deposits.pooled (
          deposit_no bigint primary key
            default nextval(pg_get_serial_sequence('deposits.deposit', 'deposit_no')),
          chain text not null,
          transaction_hash text not null,
          ordinal integer not null,
          user_id bigint not null,
          address text not null,
          coin text,
          amount numeric(78) not null check (amount > 0),
          decimals integer,
          confirmations_needed integer not null,
          is_large boolean not null,
          seen_at timestamptz not null default now(),
          unique (chain, transaction_hash, ordinal)
        )`.execute(db);
      await sql`create index pooled_of_user on deposits.pooled (user_id, deposit_no)`.execute(db);
      // A deposit keeps the number that it had in the pool.
      await sql`alter table deposits.deposit alter deposit_no set generated by default`.execute(db);
    },
  },
  '008-delisted': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table deposits.delisted (
          chain text not null,
          coin text not null,
          contract text not null,
          decimals integer not null,
          reason text not null,
          since timestamptz not null default now(),
          primary key (chain, coin)
        )`.execute(db);
    },
  },
  '009-returned': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        alter table deposits.deposit
          add column turn integer not null default 0,
          add column returned_amount numeric(78),
          add column remaining bigint`.execute(db);
      await sql`
        create index deposit_returned on deposits.deposit (chain, block_number)
        where state = 'returned'`.execute(db);
      await sql`create index deposit_turned on deposits.deposit (chain, deposit_no) where turn > 0`.execute(
        db,
      );
    },
  },
  '010-unlisted-apart': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`create index deposit_listed on deposits.deposit (user_id, deposit_no) where coin is not null`.execute(
        db,
      );
      await sql`create index deposit_unlisted on deposits.deposit (user_id, deposit_no) where coin is null`.execute(
        db,
      );
      await sql`create index deposit_uncredited on deposits.deposit (deposit_no) where state = 'unlisted'`.execute(
        db,
      );
    },
  },
};
