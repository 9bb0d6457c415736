import type { Tables } from '../../base/database/index.ts';

export const migrations: Tables = {
  sql: `
  -- The key of a user's hints, which is an MQTT topic.
  create table chat.inbox (
    user_id bigint primary key references identity.user,
    topic text not null unique
  );
  create table chat.conversation (
    chat_id bigint generated always as identity primary key,
    chat_key text not null unique,
    kind text not null,
    -- Only of kind support.
    matter text,
    reference text not null,
    language text not null,
    status text not null,
    created_at timestamptz not null,
    -- Numbers run from 1 without gaps: the row is locked while a message takes the next.
    last_number integer not null default 0,
    last_at timestamptz not null,
    -- Time of the oldest message that waits for an answer of staff.
    waiting_since timestamptz,
    snoozed_until timestamptz,
    operator_id bigint,
    operator text,
    -- Last time at which the operator who has it in hand was there.
    present_at timestamptz,
    staff_read integer not null default 0,
    -- The address of who asked without an account, and what the link of its mails is derived from.
    guest_email text,
    -- The key of the form's act: a retry finds the conversation.
    form_key text unique,
    link_nonce bytea,
    link_hash bytea unique,
    check ((guest_email is null) = (link_hash is null))
  );
  -- The orders of the desk's queue, of conversations that are not resolved and of those that are.
  create index conversation_queue on chat.conversation ((coalesce(waiting_since, 'infinity'::timestamptz)), chat_id)
    where kind = 'support' and status <> 'resolved';
  create index conversation_latest on chat.conversation (last_at, chat_id)
    where kind = 'support' and status <> 'resolved';
  create index conversation_resolved on chat.conversation (last_at, chat_id)
    where kind = 'support' and status = 'resolved';
  create index conversation_of_operator on chat.conversation (operator_id) where operator_id is not null;
  create index conversation_of_guest on chat.conversation (created_at) where guest_email is not null;
  -- An order has one conversation.
  create unique index conversation_of_order on chat.conversation (reference) where kind = 'order';
  create index conversation_by_address on chat.conversation (guest_email, last_at) where guest_email is not null;
  create table chat.party (
    chat_id bigint not null references chat.conversation on delete cascade,
    user_id bigint not null references identity.user,
    read_number integer not null default 0,
    primary key (chat_id, user_id)
  );
  create index party_by_user on chat.party (user_id, chat_id);
  create table chat.message (
    chat_id bigint not null references chat.conversation on delete cascade,
    number integer not null,
    message_id bigint generated always as identity unique,
    author text not null,
    user_id bigint references identity.user,
    operator_id bigint,
    operator text,
    content_type smallint not null,
    -- The text with live codes masked; of an image '', of a system message its code.
    content text not null,
    is_masked boolean not null,
    file_id uuid,
    width integer,
    height integer,
    -- The key of the act that sent it.
    act_key text,
    -- The keyed hash of the text as it was sent: a retry is compared with it.
    content_hash bytea,
    sent_at timestamptz not null,
    primary key (chat_id, number)
  );
  create unique index message_by_act on chat.message (chat_id, author, coalesce(user_id, operator_id, 0), act_key)
    where act_key is not null;
  create index message_by_user on chat.message (user_id, sent_at);
  create index message_of_staff_picture on chat.message (file_id) where author = 'operator' and file_id is not null;
  -- Staff's own words about a conversation: no query of a user's call reads this table.
  create table chat.note (
    note_id bigint generated always as identity primary key,
    chat_id bigint not null references chat.conversation on delete cascade,
    operator text not null,
    text text not null,
    noted_at timestamptz not null,
    -- The key of the act: a retry finds the note.
    act_key text
  );
  create unique index note_by_act on chat.note (chat_id, operator, act_key) where act_key is not null;
  create index note_of_conversation on chat.note (chat_id, note_id);
  create table chat.canned (
    code text primary key,
    texts jsonb not null,
    -- Counts the saves: a save names the one that it was made from.
    version integer not null,
    operator text not null,
    changed_at timestamptz not null
  );
  -- The newest look of each operator at each conversation: looks close to each other are one entry of the log.
  create table chat.look (
    chat_id bigint not null references chat.conversation on delete cascade,
    operator_id bigint not null,
    looked_at timestamptz not null,
    primary key (chat_id, operator_id)
  );
  -- What who asked says of a resolved conversation: one answer each, which they may change.
  create table chat.rating (
    chat_id bigint primary key references chat.conversation on delete cascade,
    is_satisfied boolean not null,
    text text not null,
    rated_at timestamptz not null
  );
  create index rating_by_time on chat.rating (rated_at);
  -- The office hours, in one row; without it those of the program hold.
  create table chat.office (
    office_id smallint primary key check (office_id = 1),
    spans jsonb not null,
    holidays jsonb not null,
    version integer not null,
    operator text not null,
    changed_at timestamptz not null
  );
  create table chat.form_limit (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  );
`,
};
