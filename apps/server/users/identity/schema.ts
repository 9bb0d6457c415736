import type { Tables } from '../../base/database/index.ts';

export const migrations: Tables = {
  sql: `
  create sequence identity.user_id_seq as bigint minvalue 1000 start 1000;
  create table identity.user (
    -- From 1000 up: smaller ids are the house's.
    user_id bigint primary key default nextval('identity.user_id_seq'),
    account text,
    email text,
    phone text,
    password_hash text not null,
    invite_code text not null unique,
    invited_by bigint references identity.user,
    language text not null,
    -- The zone of the user's times; null for that of each device.
    time_zone text,
    created_at timestamptz not null default now(),
    -- While it is set, only acts that take risk away pass.
    frozen_at timestamptz,
    -- The account is closed: nobody logs in, and who it was is forgotten.
    closed_at timestamptz,
    -- The picture that the user chose, among the files.
    avatar uuid,
    constraint user_has_a_name check (num_nonnulls(account, email, phone) >= 1 or closed_at is not null)
  );
  create unique index user_by_account on identity.user (lower(account));
  create unique index user_by_email on identity.user (email);
  create unique index user_by_phone on identity.user (phone);
  create index user_by_inviter on identity.user (invited_by);
  create table identity.known_device (
    device_hash bytea primary key,
    owner_id bigint not null references identity.user,
    known_since timestamptz not null,
    last_used_at timestamptz not null,
    expires_at timestamptz not null,
    name text,
    agent text not null default '',
    address text not null default ''
  );
  create index known_device_of_owner on identity.known_device (owner_id);
  create table identity.session (
    token_hash bytea primary key,
    user_id bigint not null references identity.user,
    issued_at timestamptz not null,
    expires_at timestamptz not null,
    -- All tokens that came of one login, by refreshing, are of one family and end together.
    family uuid not null,
    -- When it was changed for a new token; its use long after that ends the family.
    replaced_at timestamptz,
    -- The known device that it was opened on; null once that is no longer known.
    device_hash bytea references identity.known_device on update cascade on delete set null,
    -- When the login was that it came of.
    began_at timestamptz not null default now()
  );
  create index session_of_user on identity.session (user_id);
  create index session_by_end on identity.session (expires_at);
  create index session_by_family on identity.session (family);
  create index session_of_device on identity.session (device_hash);
  create table identity.favourite (
    user_id bigint not null references identity.user,
    symbol_id integer not null,
    added_at timestamptz not null default clock_timestamp(),
    primary key (user_id, symbol_id)
  );
  create table identity.rate_limit (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  );
  create table identity.login_log (
    login_id bigint generated always as identity primary key,
    user_id bigint not null references identity.user,
    at timestamptz not null,
    address text not null,
    agent text not null,
    method text not null,
    -- True for the first login on a device.
    is_new_device boolean not null
  );
  create index login_of_user on identity.login_log (user_id, login_id desc);
  create table identity.ticket (
    ticket_hash bytea primary key,
    user_id bigint not null references identity.user,
    act text not null,
    password_hash text,
    contact text,
    tries smallint not null,
    expires_at timestamptz not null
  );
  create index ticket_by_end on identity.ticket (expires_at);
  -- Registrations of the last minutes by their keys: one that is sent again is answered once more.
  create table identity.registration (
    key_hash bytea primary key,
    user_id bigint not null references identity.user,
    -- A digest, keyed by the key itself, of what was sent but for the password, which is checked by its own hash.
    body_digest bytea not null,
    -- The device of its login; null until that is noted.
    device_hash bytea references identity.known_device on update cascade on delete cascade,
    tries smallint not null,
    expires_at timestamptz not null
  );
  create index registration_of_user on identity.registration (user_id);
  create index registration_of_device on identity.registration (device_hash);
  create index registration_by_end on identity.registration (expires_at);
  create table identity.used_proof (
    proof_hash bytea primary key,
    expires_at timestamptz not null
  );
  create index used_proof_by_end on identity.used_proof (expires_at);
`,
};
