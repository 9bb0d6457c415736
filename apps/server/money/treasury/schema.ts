import { type Generated, type Kysely, sql } from 'kysely';

/** Amounts are base units of the chain, but those that say "ledger". */
export interface TreasurySchema {
  /** A transfer to an address of the house. */
  'treasury.receipt': {
    /** Also the number of the funding that books it. */
    receipt_no: Generated<string | number>;
    chain: string;
    transaction_hash: string;
    ordinal: number;
    class: HouseClass;
    sender: string;
    contract: string | null;
    /** The ledger's code. */
    coin: string;
    amount: string;
    kind: ReceiptKind;
    block_number: number;
    confirmations_needed: number;
    state: 'seen' | 'booked' | 'gone' | 'reversed';
    /** In base units of the ledger; null until it is booked. */
    booked: string | bigint | null;
    /** The number of the funding that takes it back; null while it stands. */
    reversal_no: string | number | null;
    /** Since when a booked funding is in no block; null once it is mined again. */
    left_at: Generated<Date | null>;
    seen_at: Generated<Date>;
  };
  /** Transfers of one token that is not listed, in one transaction to one class of addresses: so many rows a block. */
  'treasury.unlisted': {
    unlisted_no: Generated<string | number>;
    chain: string;
    block_number: number;
    transaction_hash: string;
    contract: string;
    class: HouseClass;
    /** Sender, amount and kind of the last transfer. */
    sender: string;
    amount: string;
    kind: ReceiptKind;
    transfers: number;
    seen_at: Generated<Date>;
  };
  /** Remainder on the chain below one unit of the ledger: parts of fundings, and what costs were rounded up by. */
  'treasury.remainder': {
    chain: string;
    coin: string;
    units: string;
  };
  /** A transaction of the house between its own addresses. */
  'treasury.movement': {
    /** The number of its cost is twice this one: odd ones are those of withdrawals. */
    movement_no: Generated<string | number>;
    chain: string;
    kind: MovementKind;
    coin: string;
    /** The deposit address that is emptied, or that gets gas. */
    derivation_index: string | number;
    address: string;
    amount: string;
    nonce: number;
    gas: string;
    max_fee: string;
    tip: string;
    raw: string | null;
    hash: string | null;
    state: 'bound' | 'signed' | 'done' | 'failed' | 'lost';
    /** The block that holds it, as the chain was last seen. */
    block_number: number | null;
    block_hash: string | null;
    /** Since when one that a block held is in none. */
    left_at: Date | null;
    /** Versions for a lower fee, each of which the chain may hold: hashes, oldest first. */
    earlier: Generated<string[]>;
    fee_paid: string | null;
    /** In base units of the ledger; null until it is booked. */
    cost: string | bigint | null;
    at: Generated<Date>;
    ended_at: Date | null;
  };
  /** One comparison of custody with a chain, in one asset. */
  'treasury.report': {
    report_no: Generated<string | number>;
    chain: string;
    coin: string;
    asset_id: number;
    at: Date;
    block_number: number;
    block_hash: string;
    hot: string;
    gas: string;
    cold: string;
    deposits: string;
    /** Came in, and is not in custody yet. */
    incoming: string;
    /** Left, and is in custody still. */
    outgoing: string;
    dust: string;
    remainder: string;
    /** Custody when it was compared, and what it should be; in base units of the ledger. */
    booked: string | bigint;
    found: string | bigint;
    /** Part of what was found above custody that no two comparisons at final blocks agree on yet: it is not reported. */
    unexplained: string | bigint;
    /** How the ledger took it; null while it did not. */
    surplus: string | bigint | null;
    shortage: string | bigint | null;
    rejection: string | null;
  };
  /** Something that an operator must see. It ends by itself or by the act that mends it. */
  'treasury.alarm': {
    alarm_no: Generated<string | number>;
    chain: string;
    coin: string;
    kind: AlarmKind;
    at: Date;
    details: string;
    ended_at: Date | null;
  };
}

/** Addresses of the house: `hot` pays withdrawals, `gas` pays for sweeps, `cold` has no key here. */
export type HouseClass = 'hot' | 'gas' | 'cold';
/** `funding`: coins of the house's own. `internal`: from another address of ours. `stranger`: all else, a surplus. */
export type ReceiptKind = 'funding' | 'internal' | 'stranger';
export type MovementKind = 'sweep' | 'gas';
/** `left`: transactions of ours are in no block any more. `gap`: a missing nonce holds up later ones. */
export const CHAIN_ALARMS = ['left', 'gap'] as const;
export type ChainAlarm = (typeof CHAIN_ALARMS)[number];
export type AlarmKind = 'shortage' | 'surplus' | 'hot-low' | 'hot-high' | ChainAlarm;

export const migrations = {
  '001-treasury': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table treasury.receipt (
          receipt_no bigint generated always as identity primary key,
          chain text not null,
          transaction_hash text not null,
          ordinal integer not null,
          class text not null,
          sender text not null,
          contract text,
          coin text,
          amount numeric(78) not null,
          kind text not null,
          block_number integer not null,
          confirmations_needed integer not null,
          state text not null,
          booked bigint,
          reversal_no bigint,
          seen_at timestamptz not null default now()
        )`.execute(db);
      await sql`
        create unique index receipt_standing on treasury.receipt (chain, transaction_hash, ordinal)
        where state not in ('gone', 'reversed')`.execute(db);
      await sql`create index receipt_of_block on treasury.receipt (chain, block_number)`.execute(db);
      await sql`
        create table treasury.remainder (
          chain text not null,
          coin text not null,
          units numeric(78) not null,
          primary key (chain, coin)
        )`.execute(db);
      await sql`
        create table treasury.movement (
          movement_no bigint generated always as identity primary key,
          chain text not null,
          kind text not null,
          coin text not null,
          derivation_index bigint not null,
          address text not null,
          amount numeric(78) not null,
          nonce integer not null,
          gas text not null,
          max_fee text not null,
          tip text not null,
          raw text,
          hash text unique,
          state text not null,
          block_number integer,
          fee_paid numeric(78),
          cost bigint,
          at timestamptz not null default now(),
          ended_at timestamptz
        )`.execute(db);
      // One transaction of an address at a time: its nonce follows the chain.
      await sql`
        create unique index movement_open on treasury.movement (chain, kind, derivation_index)
        where ended_at is null`.execute(db);
      await sql`
        create table treasury.report (
          report_no bigint generated always as identity primary key,
          chain text not null,
          coin text not null,
          asset_id integer not null,
          at timestamptz not null,
          block_number integer not null,
          block_hash text not null,
          hot numeric(78) not null,
          gas numeric(78) not null,
          cold numeric(78) not null,
          deposits numeric(78) not null,
          incoming numeric(78) not null,
          outgoing numeric(78) not null,
          dust numeric(78) not null,
          remainder numeric(78) not null,
          booked bigint not null,
          found bigint not null,
          surplus bigint,
          shortage bigint,
          rejection text
        )`.execute(db);
      await sql`create index report_of_coin on treasury.report (chain, coin, report_no)`.execute(db);
      await sql`
        create table treasury.alarm (
          alarm_no bigint generated always as identity primary key,
          chain text not null,
          coin text not null,
          kind text not null,
          at timestamptz not null,
          details text not null,
          ended_at timestamptz
        )`.execute(db);
      await sql`
        create unique index alarm_open on treasury.alarm (chain, coin, kind) where ended_at is null`.execute(
        db,
      );
    },
  },
  '002-followed-to-finality': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        alter table treasury.movement
          add column block_hash text,
          add column left_at timestamptz,
          add column earlier text[] not null default '{}'`.execute(db);
      await sql`create index movement_of_block on treasury.movement (chain, block_number)`.execute(db);
      await sql`alter table treasury.receipt add column left_at timestamptz`.execute(db);
    },
  },
  '003-unexplained': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table treasury.report add column unexplained bigint not null default 0`.execute(db);
    },
  },
  '004-unlisted-bounded': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table treasury.unlisted (
          unlisted_no bigint generated always as identity primary key,
          chain text not null,
          block_number integer not null,
          transaction_hash text not null,
          contract text not null,
          class text not null,
          sender text not null,
          amount numeric(78) not null check (amount > 0),
          kind text not null,
          transfers integer not null check (transfers > 0),
          seen_at timestamptz not null default now()
        )`.execute(db);
      await sql`create index unlisted_of_block on treasury.unlisted (chain, block_number)`.execute(db);
      await sql`create index unlisted_of_transaction on treasury.unlisted (transaction_hash)`.execute(db);
      // Nothing but lists of lost coins reads them.
      await sql`delete from treasury.receipt where coin is null`.execute(db);
      await sql`alter table treasury.receipt alter coin set not null`.execute(db);
    },
  },
};
