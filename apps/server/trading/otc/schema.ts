import type { Tables } from '../../base/database/index.ts';

/** `approved`: two operators approved it, and the ledger is asked. */
export type MerchantApplicationState = 'pending' | 'approved' | 'rejected';

export const migrations: Tables = {
  sql: `
  -- What the ledger was told of a user: one row for each whose identity check of level 2 ever passed.
  create table otc.trader (
    user_id bigint primary key,
    -- Keyed SHA-256 in hex of the document: two accounts of one person never trade with each other.
    person text not null,
    is_verified boolean not null,
    is_barred boolean not null default false,
    -- Counts what the ledger was told: it names the promise.
    version integer not null
  );
  create table otc.merchant (
    -- Numbers of their own: nobody tells an account by them. They are above every user's, which stay below 2^32: both name
    -- topics of messages.
    merchant_id bigint generated always as identity (start with 5000000001) primary key,
    user_id bigint not null unique,
    nickname text not null,
    -- The nickname as the eye sees it: look-alikes are one.
    nickname_key text not null unique,
    since timestamptz not null
  );
  create table otc.application (
    application_id bigint generated always as identity primary key,
    user_id bigint not null,
    nickname text not null,
    nickname_key text not null,
    about text not null,
    state text not null check (state in ('pending', 'approved', 'rejected')),
    reason text,
    submitted_at timestamptz not null,
    due_at timestamptz not null,
    decided_at timestamptz,
    check ((state = 'rejected') = (reason is not null))
  );
  create unique index application_pending on otc.application (user_id) where state = 'pending';
  create unique index application_nickname on otc.application (nickname_key) where state = 'pending';
  create index application_of_user on otc.application (user_id, application_id);
  -- Verdicts of operators. Rows are only added.
  create table otc.verdict (
    application_id bigint not null references otc.application on delete cascade,
    operator_id bigint not null,
    operator text not null,
    verdict text not null check (verdict in ('approve', 'reject')),
    reason text not null,
    at timestamptz not null,
    primary key (application_id, operator_id)
  );
  -- Merchants' own words by their hash, which offers and orders keep.
  create table otc.words (
    hash text primary key,
    text text not null
  );
  -- The room of an order: its conversation, and the account that is paid to as it stood when the offer was taken.
  create table otc.order_room (
    order_id bigint primary key,
    chat_id bigint not null,
    -- Sealed while the order is open; afterwards only what may stay.
    payment_sealed bytea,
    payment_tail text
  );
  create index order_room_open on otc.order_room (order_id) where payment_sealed is not null;
  -- Statements of appeals. Rows are only added; one counts once the journal names its evidence.
  create table otc.statement (
    order_id bigint not null,
    evidence text not null,
    user_id bigint not null,
    text text not null,
    images uuid[] not null,
    at timestamptz not null,
    primary key (order_id, evidence)
  );
  create table otc.rating (
    order_id bigint not null,
    user_id bigint not null,
    rated_id bigint not null,
    is_good boolean not null,
    text text not null,
    answer text not null default '',
    rated_at timestamptz not null,
    primary key (order_id, user_id)
  );
  create index rating_of_user on otc.rating (rated_id, rated_at);
`,
};
