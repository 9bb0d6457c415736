import type { Tables } from '../../base/database/index.ts';

/**
 * - `seen`: waits for its confirmations.
 * - `promised`: confirmed, and on its way to the ledger.
 * - `joined`: the ledger knows it.
 * - `refused`: it is no join, or the ledger refused it.
 */
export type JoinState = 'seen' | 'promised' | 'joined' | 'refused';

export const migrations: Tables = {
  sql: `
  -- The one login message of a user that is open: a new one takes its place.
  create table defi.login (
    user_id bigint primary key,
    nonce text not null unique,
    address text not null,
    chain_id integer not null,
    message text not null,
    expires_at timestamptz not null,
    used_at timestamptz
  );
  create table defi.wallet (
    user_id bigint primary key,
    address text not null unique,
    chain_id integer not null,
    kind text not null,
    linked_at timestamptz not null
  );
  -- Calls of join() that were taken for one, each by its hash for ever.
  create table defi.join (
    hash text primary key,
    user_id bigint not null,
    address text not null,
    state text not null,
    reason text,
    confirmations integer not null,
    -- True for one that takes the place of the address that its user joined with.
    moves boolean not null,
    sent_at timestamptz not null,
    changed_at timestamptz not null
  );
  create index join_of_user on defi.join (user_id, sent_at desc);
  create index join_open on defi.join (sent_at) where state in ('seen', 'promised');
  -- A user has one at a time.
  create unique index join_one on defi.join (user_id) where state in ('seen', 'promised');
  -- Another wallet that waits to join in place of the one that did.
  create table defi.wallet_change (
    user_id bigint primary key,
    address text not null,
    chain_id integer not null,
    asked_at timestamptz not null,
    opens_at timestamptz not null,
    -- True once its owner was told that the waiting time is over.
    is_told boolean not null
  );
  -- News of a pool, each told once to all who hold coins locked, in the order of their numbers.
  create table defi.pool_news (
    key text primary key,
    told_up_to bigint not null,
    is_over boolean not null
  );
`,
};
