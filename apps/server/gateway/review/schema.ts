import type { Tables } from '../../base/database/index.ts';

/** `withdrawn`: a later version took its place, or what was to be judged is gone. */
export const reviewStates = ['open', 'claimed', 'decided', 'withdrawn'] as const;
export type ReviewState = (typeof reviewStates)[number];

export const migrations: Tables = {
  sql: `
  create table review.item (
    item_id bigint generated always as identity primary key,
    kind text not null,
    subject text not null,
    version integer not null,
    user_id bigint not null,
    -- Higher comes first.
    priority integer not null,
    state text not null default 'open' check (state in ('open', 'claimed', 'decided', 'withdrawn')),
    entered_at timestamptz not null,
    deadline_at timestamptz not null,
    claimed_by bigint,
    claimed_name text,
    verdict text check (verdict in ('approve', 'reject', 'ask')),
    reason text,
    ended_at timestamptz,
    -- Its worth when it entered, in base units of USDT; null where nothing is paid or nobody values the coin.
    value_usdt bigint,
    -- Null for a claim of an operator who was disabled since.
    claimed_at timestamptz,
    check (state in ('open', 'withdrawn') or claimed_by is not null),
    check ((state = 'decided') = (verdict is not null and reason is not null)),
    check ((state in ('decided', 'withdrawn')) = (ended_at is not null))
  );
  create unique index item_in_hand on review.item (kind, subject) where state in ('open', 'claimed');
  create index item_queue on review.item (priority desc, deadline_at, item_id) where state in ('open', 'claimed');
  create table review.note (
    note_id bigint generated always as identity primary key,
    item_id bigint not null references review.item,
    operator text not null,
    text text not null,
    noted_at timestamptz not null
  );
  create index note_of_item on review.note (item_id, note_id);
  -- What an operator was served of an item: a verdict needs all of it.
  create table review.served (
    item_id bigint not null references review.item on delete cascade,
    operator_id bigint not null,
    -- The name of a picture; '' for the facts.
    part text not null,
    -- Of the facts: the pictures that the item rests on.
    images text[] not null,
    -- False for a picture that is not there any more.
    is_there boolean not null,
    served_at timestamptz not null,
    primary key (item_id, operator_id, part)
  );
`,
};
