import type { ConfirmChannel, WithdrawalReason, WithdrawalState } from '@candor/api';
import { type Generated, type Kysely, sql } from 'kysely';
import { indexEnds } from './address-ends.ts';
import { addSpends } from './outputs/schema.ts';

/** Why a wallet stopped: another transaction took its nonce, or the signer says otherwise than the database. */
export type StopCause = 'nonce' | 'signer';

/** Amounts of withdrawals and fees are base units of the ledger; those of transactions are of the chain. */
export interface WithdrawalsSchema {
  'withdrawals.withdrawal': {
    withdrawal_no: Generated<string | number>;
    user_id: string | number;
    chain: string;
    coin: string;
    asset_id: number;
    address: string;
    /** Arrives at the address. */
    amount: string | bigint;
    fee: string | bigint;
    /** In base units of USDT, at the request: what the limit of the day counts. */
    value_usdt: string | bigint;
    state: WithdrawalState;
    reason: WithdrawalReason | null;
    deadline: Date | null;
    requested_at: Date;
    ended_at: Date | null;
    /** Bound to it from the first signature on. */
    nonce: number | null;
    /** Gas and fees of the first signature, bound with the nonce: a payer that was killed asks for the same bytes. */
    first_gas: string | null;
    first_max_fee: string | null;
    first_tip: string | null;
    confirmations: Generated<number>;
    /** The block that holds its payment, as the chain was last seen; null while none does. */
    block_number: number | null;
    block_hash: string | null;
    /** When its payment had the confirmations of its coin; null before, for a large amount, and after its block was lost. */
    paid_at: Date | null;
    /** Since when a payment that a block held is in none; null while all is well. */
    left_at: Date | null;
    /** Counts how often operators were asked; signatures are those of one round. */
    review_round: Generated<number>;
    /** From then on the approvals of the round are worth nothing. */
    approvals_expire: Date | null;
    /** The most that operators let it pay to the network, in base units of the chain's own coin. */
    fee_ceiling: string | null;
    /** Of the bank that paid it; null for what no bank has paid. */
    reference: string | null;
    /** The operator who approved a payout by bank before it was paid. */
    payout_approver: string | number | null;
    payout_approver_name: string | null;
    /** How the code for a first-used address is sent; null where none is needed. */
    confirm_by: ConfirmChannel | null;
    confirmed_at: Date | null;
    /** When the first code was sent, or was refused for good; until then it is sent by the house itself. */
    first_code_at: Date | null;
  };
  /** Ids of encrypted requests that were taken: none is taken twice. */
  'withdrawals.payload': {
    user_id: string | number;
    jti: string;
    expires_at: Date;
  };
  /** An operator's signature over the whole payment. Rows are only added. */
  'withdrawals.approval': {
    withdrawal_no: string | number;
    round: number;
    operator_id: string | number;
    operator: string;
    public_key: string;
    signature: string;
    signed_at: Date;
  };
  'withdrawals.step': {
    withdrawal_no: string | number;
    step_no: number;
    state: WithdrawalState;
    reason: WithdrawalReason | null;
    at: Date;
  };
  'withdrawals.transaction': {
    hash: string;
    withdrawal_no: string | number;
    raw: string;
    gas: string;
    max_fee: string;
    tip: string;
    signed_at: Date;
  };
  /** The wallet that pays on a chain. Its row is locked while a nonce is given out. */
  'withdrawals.wallet': {
    chain: string;
    address: string;
    next_nonce: number;
    /** Why nothing is signed any more until a person has looked; null while all is well. */
    stopped: string | null;
    stop_cause: StopCause | null;
    stopped_at: Date | null;
    /** Operators whose keys the signer accepts, as it last said. */
    approvers: Generated<number>;
  };
  /** The fee of a coin, in base units of the ledger, and when the payer last had an estimate. */
  'withdrawals.network': {
    chain: string;
    coin: string;
    fee: string | bigint;
    at: Date;
    changed_at: Date;
    /** The fee that this one replaced; accepted for a while from `changed_at` on. */
    earlier_fee: string | bigint | null;
  };
  /** Addresses of the house, past ones too: nothing is withdrawn to them. */
  'withdrawals.house_address': {
    chain: string;
    address: string;
  };
  'withdrawals.address': {
    user_id: string | number;
    chain: string;
    address: string;
    label: string;
    saved_at: Date;
  };
  'withdrawals.setting': {
    user_id: string | number;
    whitelist: boolean;
  };
}

export const migrations = {
  '001-withdrawals': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table withdrawals.withdrawal (
          withdrawal_no bigint generated always as identity primary key,
          user_id bigint not null,
          chain text not null,
          coin text not null,
          asset_id integer not null,
          address text not null,
          amount bigint not null check (amount > 0),
          fee bigint not null check (fee >= 0),
          value_usdt bigint not null,
          state text not null,
          reason text,
          deadline timestamptz,
          requested_at timestamptz not null,
          ended_at timestamptz,
          nonce integer,
          confirmations integer not null default 0,
          unique (chain, nonce)
        )`.execute(db);
      await sql`create index withdrawal_of_user on withdrawals.withdrawal (user_id, withdrawal_no)`.execute(
        db,
      );
      await sql`create index withdrawal_open on withdrawals.withdrawal (withdrawal_no) where ended_at is null`.execute(
        db,
      );
      await sql`
        create table withdrawals.step (
          withdrawal_no bigint not null references withdrawals.withdrawal,
          step_no integer not null,
          state text not null,
          reason text,
          at timestamptz not null,
          primary key (withdrawal_no, step_no)
        )`.execute(db);
      await sql`
        create table withdrawals.transaction (
          hash text primary key,
          withdrawal_no bigint not null references withdrawals.withdrawal,
          raw text not null,
          gas text not null,
          max_fee text not null,
          tip text not null,
          signed_at timestamptz not null
        )`.execute(db);
      await sql`create index transaction_of on withdrawals.transaction (withdrawal_no)`.execute(db);
      await sql`
        create table withdrawals.wallet (
          chain text primary key,
          address text not null,
          next_nonce integer not null,
          stopped text
        )`.execute(db);
      await sql`
        create table withdrawals.network (
          chain text not null,
          coin text not null,
          fee bigint not null,
          at timestamptz not null,
          primary key (chain, coin)
        )`.execute(db);
      await sql`
        create table withdrawals.address (
          user_id bigint not null,
          chain text not null,
          address text not null,
          label text not null,
          saved_at timestamptz not null,
          primary key (user_id, chain, address)
        )`.execute(db);
      await sql`
        create table withdrawals.setting (
          user_id bigint primary key,
          whitelist boolean not null
        )`.execute(db);
    },
  },
  '002-first-fees': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        alter table withdrawals.withdrawal
          add column first_gas text, add column first_max_fee text, add column first_tip text`.execute(db);
    },
  },
  '003-approvals': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        alter table withdrawals.withdrawal
          add column review_round integer not null default 0,
          add column approvals_expire timestamptz,
          add column fee_ceiling text`.execute(db);
      await sql`alter table withdrawals.wallet add column approvers integer not null default 0`.execute(db);
      await sql`
        create table withdrawals.approval (
          withdrawal_no bigint not null references withdrawals.withdrawal,
          round integer not null,
          operator_id bigint not null,
          operator text not null,
          public_key text not null,
          signature text not null,
          signed_at timestamptz not null,
          primary key (withdrawal_no, round, operator_id),
          unique (withdrawal_no, round, public_key)
        )`.execute(db);
    },
  },
  '004-fees-that-hold': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        alter table withdrawals.network
          add column changed_at timestamptz not null default 'epoch',
          add column earlier_fee bigint`.execute(db);
    },
  },
  '005-payouts-and-payloads': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        alter table withdrawals.withdrawal
          add column reference text,
          add column payout_approver bigint,
          add column payout_approver_name text`.execute(db);
      await sql`
        create table withdrawals.payload (
          user_id bigint not null,
          jti text not null,
          expires_at timestamptz not null,
          primary key (user_id, jti)
        )`.execute(db);
      await sql`create index payload_over on withdrawals.payload (expires_at)`.execute(db);
    },
  },
  '010-outputs': { up: addSpends },
  '011-confirmed-addresses': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        alter table withdrawals.withdrawal
          add column confirm_by text,
          add column confirmed_at timestamptz`.execute(db);
    },
  },
  '012-stopped-wallets': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        alter table withdrawals.wallet
          add column stop_cause text,
          add column stopped_at timestamptz`.execute(db);
    },
  },
  '013-ends-of-addresses': { up: indexEnds },
  '014-first-codes': {
    async up(db: Kysely<unknown>): Promise<void> {
      // Those that wait already got theirs.
      await sql`alter table withdrawals.withdrawal add column first_code_at timestamptz default now()`.execute(
        db,
      );
      await sql`alter table withdrawals.withdrawal alter column first_code_at drop default`.execute(db);
      await sql`create index withdrawal_confirming on withdrawals.withdrawal (requested_at)
        where state = 'confirming' and first_code_at is null`.execute(db);
    },
  },
  '015-long-histories': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`create index withdrawal_of_day on withdrawals.withdrawal (user_id, requested_at)`.execute(db);
    },
  },
  '016-followed-to-finality': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        alter table withdrawals.withdrawal
          add column block_number integer,
          add column block_hash text,
          add column paid_at timestamptz,
          add column left_at timestamptz`.execute(db);
      await sql`create index withdrawal_of_block on withdrawals.withdrawal (chain, block_number)`.execute(db);
      await sql`create index withdrawal_failed on withdrawals.withdrawal (chain, address) where reason = 'recipient'`.execute(
        db,
      );
      await sql`create index withdrawal_left on withdrawals.withdrawal (chain) where left_at is not null`.execute(
        db,
      );
      await sql`alter table withdrawals.spend add column block_hash text, add column left_at timestamptz`.execute(
        db,
      );
      await sql`
        create table withdrawals.house_address (
          chain text not null,
          address text not null,
          primary key (chain, address)
        )`.execute(db);
      await sql`create index house_address_is on withdrawals.house_address (lower(address))`.execute(db);
    },
  },
};
