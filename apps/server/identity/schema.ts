import type { Generated, Kysely } from 'kysely';
import { sql } from 'kysely';
import { makeKnownDevices } from './known-devices.ts';

export interface IdentitySchema {
  'identity.user': {
    /** From 1000 up: smaller ids are the house's. */
    user_id: Generated<string | number>;
    account: string | null;
    email: string | null;
    phone: string | null;
    password_hash: string;
    invite_code: string;
    invited_by: string | number | null;
    language: string;
    created_at: Generated<Date>;
  };
  'identity.session': {
    token_hash: Buffer;
    user_id: string | number;
    /** All tokens that came of one login, by refreshing, are of one family and end together. */
    family: string;
    issued_at: Date;
    expires_at: Date;
  };
  'identity.favourite': {
    user_id: string | number;
    symbol_id: number;
    added_at: Generated<Date>;
  };
}

export const migrations = {
  '001-users': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`create sequence identity.user_id_seq as bigint minvalue 1000 start 1000`.execute(db);
      await sql`
        create table identity.user (
          user_id bigint primary key default nextval('identity.user_id_seq'),
          account text,
          email text,
          phone text,
          password_hash text not null,
          invite_code text not null unique,
          invited_by bigint references identity.user,
          language text not null,
          created_at timestamptz not null default now(),
          check (num_nonnulls(account, email, phone) >= 1)
        )`.execute(db);
      await sql`create unique index user_by_account on identity.user (lower(account))`.execute(db);
      await sql`create unique index user_by_email on identity.user (email)`.execute(db);
      await sql`create unique index user_by_phone on identity.user (phone)`.execute(db);
      await sql`create index user_by_inviter on identity.user (invited_by)`.execute(db);
      await sql`
        create table identity.session (
          token_hash bytea primary key,
          user_id bigint not null references identity.user,
          issued_at timestamptz not null,
          expires_at timestamptz not null
        )`.execute(db);
      await sql`create index session_of_user on identity.session (user_id)`.execute(db);
      await sql`create index session_by_end on identity.session (expires_at)`.execute(db);
      await sql`
        create table identity.favourite (
          user_id bigint not null references identity.user,
          symbol_id integer not null,
          added_at timestamptz not null default clock_timestamp(),
          primary key (user_id, symbol_id)
        )`.execute(db);
      await sql`
        create table identity.rate_limit (
          key varchar(255) primary key,
          points integer not null default 0,
          expire bigint
        )`.execute(db);
    },
  },
  '002-session-families': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table identity.session add column family uuid not null default gen_random_uuid()`.execute(
        db,
      );
      await sql`alter table identity.session alter column family drop default`.execute(db);
      await sql`create index session_by_family on identity.session (family)`.execute(db);
    },
  },
  '003-known-devices': {
    up: (db: Kysely<unknown>): Promise<void> => makeKnownDevices(db, 'identity', 'identity.user'),
  },
};
