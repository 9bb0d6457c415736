import { type Kysely, sql } from 'kysely';

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
  '011-unlisted-bounded': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table deposits.unlisted (
          unlisted_no bigint generated always as identity primary key,
          chain text not null,
          block_number integer not null,
          block_hash text not null,
          transaction_hash text not null,
          contract text not null,
          user_id bigint not null,
          address text not null,
          sender text not null,
          transfers integer not null check (transfers > 0),
          amount numeric(78) not null check (amount > 0),
          seen_at timestamptz not null default now()
        )`.execute(db);
      await sql`
        create table deposits.unlisted_rest (
          chain text not null,
          block_number integer not null,
          block_hash text not null,
          transfers integer not null check (transfers > 0),
          primary key (chain, block_number)
        )`.execute(db);
      await sql`
        create table deposits.listed_token (
          chain text not null,
          contract text not null,
          primary key (chain, contract)
        )`.execute(db);
      await sql`
        create table deposits.unlisted_reread (
          chain text not null,
          contract text not null,
          block_number integer not null,
          block_hash text not null,
          tried_at timestamptz,
          primary key (chain, contract, block_number)
        )`.execute(db);
      // Every block that brought one is read again when its token is listed.
      await sql`
        insert into deposits.unlisted_rest (chain, block_number, block_hash, transfers)
        select chain, block_number, min(block_hash), count(*) from deposits.deposit
        where coin is null and state = 'unlisted' group by chain, block_number`.execute(db);
      await sql`delete from deposits.deposit where coin is null`.execute(db);
      await sql`create index unlisted_of_user on deposits.unlisted (user_id, unlisted_no)`.execute(db);
      await sql`create index unlisted_of_block on deposits.unlisted (chain, block_number)`.execute(db);
      await sql`create index unlisted_of_token on deposits.unlisted (chain, contract, block_number)`.execute(
        db,
      );
      await sql`create index unlisted_of_transaction on deposits.unlisted (transaction_hash)`.execute(db);
      // A block with thousands of transfers asks for each whether one of its transaction is taken back.
      await sql`drop index deposits.deposit_taken_back`.execute(db);
      await sql`
        create index deposit_taken_back on deposits.deposit (chain, transaction_hash, ordinal)
        where state in ('taken-back', 'returned', 'reduced')`.execute(db);
      await sql`drop index deposits.deposit_unlisted`.execute(db);
      await sql`drop index deposits.deposit_listed`.execute(db);
      await sql`alter table deposits.deposit alter coin set not null`.execute(db);
    },
  },
};
