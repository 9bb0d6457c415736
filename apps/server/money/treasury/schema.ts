import type { Tables } from '../../base/database/index.ts';

/** Addresses of the house: `hot` pays withdrawals, `gas` pays for sweeps, `cold` has no key here. */
export type HouseClass = 'hot' | 'gas' | 'cold';
/** `funding`: coins of the house's own. `internal`: from another address of ours. `stranger`: all else, a surplus. */
export type ReceiptKind = 'funding' | 'internal' | 'stranger';
export type MovementKind = 'sweep' | 'gas';
/**
 * `left`: transactions of ours are in no block any more. `gap`: a missing nonce holds up later ones. `halted`: rows whose
 * assert failed wait for two operators.
 */
export const CHAIN_ALARMS = ['left', 'gap', 'halted'] as const;
export type ChainAlarm = (typeof CHAIN_ALARMS)[number];
export type AlarmKind = 'shortage' | 'surplus' | 'hot-low' | 'hot-high' | ChainAlarm;

/** Amounts are base units of the chain, but those that say "ledger". */
export const migrations: Tables = {
  sql: `
  -- A transfer to an address of the house.
  create table treasury.receipt (
    -- Also the number of the funding that books it.
    receipt_no bigint generated always as identity primary key,
    chain text not null,
    transaction_hash text not null,
    ordinal integer not null,
    class text not null,
    sender text not null,
    contract text,
    -- The ledger's code.
    coin text not null,
    amount numeric(78) not null,
    kind text not null,
    block_number integer not null,
    confirmations_needed integer not null,
    state text not null,
    -- In base units of the ledger; null until it is booked.
    booked bigint,
    -- The number of the funding that takes it back; null while it stands.
    reversal_no bigint,
    seen_at timestamptz not null default now(),
    -- The assert that failed of it; it is passed over until two operators resume it.
    halted text,
    halted_at timestamptz,
    -- Since when a booked funding is in no block; null once it is mined again.
    left_at timestamptz
  );
  create unique index receipt_standing on treasury.receipt (chain, transaction_hash, ordinal)
    where state not in ('gone', 'reversed');
  create index receipt_halted on treasury.receipt (receipt_no) where halted is not null;
  create index receipt_of_block on treasury.receipt (chain, block_number);
  -- Remainder on the chain below one unit of the ledger: parts of fundings, and what costs were rounded up
  -- by.
  create table treasury.remainder (
    chain text not null,
    coin text not null,
    units numeric(78) not null,
    primary key (chain, coin)
  );
  -- A transaction of the house between its own addresses.
  create table treasury.movement (
    -- The number of its cost is twice this one: odd ones are those of withdrawals.
    movement_no bigint generated always as identity primary key,
    chain text not null,
    kind text not null,
    coin text not null,
    -- The deposit address that is emptied, or that gets gas.
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
    -- The block that holds it, as the chain was last seen.
    block_number integer,
    fee_paid numeric(78),
    -- In base units of the ledger; null until it is booked.
    cost bigint,
    at timestamptz not null default now(),
    ended_at timestamptz,
    block_hash text,
    -- Since when one that a block held is in none.
    left_at timestamptz,
    -- Versions for a lower fee, each of which the chain may hold: hashes, oldest first.
    earlier text[] not null default '{}',
    -- The assert that failed of it; it is passed over until two operators resume it.
    halted text,
    halted_at timestamptz
  );
  create unique index movement_open on treasury.movement (chain, kind, derivation_index) where ended_at is null;
  create index movement_halted on treasury.movement (movement_no) where halted is not null;
  create index movement_of_block on treasury.movement (chain, block_number);
  -- One comparison of custody with a chain, in one asset.
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
    -- Came in, and is not in custody yet.
    incoming numeric(78) not null,
    -- Left, and is in custody still.
    outgoing numeric(78) not null,
    dust numeric(78) not null,
    remainder numeric(78) not null,
    -- Custody when it was compared, and what it should be; in base units of the ledger.
    booked bigint not null,
    found bigint not null,
    -- How the ledger took it; null while it did not.
    surplus bigint,
    shortage bigint,
    rejection text,
    -- Part of what was found above custody that no two comparisons at final blocks agree on yet: it is not
    -- reported.
    unexplained bigint not null default 0
  );
  create index report_of_coin on treasury.report (chain, coin, report_no);
  -- Something that an operator must see. It ends by itself or by the act that mends it.
  create table treasury.alarm (
    alarm_no bigint generated always as identity primary key,
    chain text not null,
    coin text not null,
    kind text not null,
    at timestamptz not null,
    details text not null,
    ended_at timestamptz
  );
  create unique index alarm_open on treasury.alarm (chain, coin, kind) where ended_at is null;
  -- Transfers of one token that is not listed, in one transaction to one class of addresses: so many rows a
  -- block.
  create table treasury.unlisted (
    unlisted_no bigint generated always as identity primary key,
    chain text not null,
    block_number integer not null,
    transaction_hash text not null,
    contract text not null,
    class text not null,
    -- Sender, amount and kind of the last transfer.
    sender text not null,
    amount numeric(78) not null check (amount > 0),
    kind text not null,
    transfers integer not null check (transfers > 0),
    seen_at timestamptz not null default now()
  );
  create index unlisted_of_block on treasury.unlisted (chain, block_number);
  create index unlisted_of_transaction on treasury.unlisted (transaction_hash);
`,
};
