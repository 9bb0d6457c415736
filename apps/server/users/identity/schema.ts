import type { Generated, Kysely } from 'kysely';
import { sql } from 'kysely';
import { makeKnownDevices } from '../../gateway/logins/index.ts';

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
    /** While it is set, only acts that take risk away pass. */
    frozen_at: Generated<Date | null>;
    /** The account is closed: nobody logs in, and who it was is forgotten. */
    closed_at: Generated<Date | null>;
    /** The picture that the user chose, among the files. */
    avatar: Generated<string | null>;
  };
  'identity.session': {
    token_hash: Buffer;
    user_id: string | number;
    /** All tokens that came of one login, by refreshing, are of one family and end together. */
    family: string;
    issued_at: Date;
    expires_at: Date;
    /** When the login was that it came of. */
    began_at: Generated<Date>;
    /** When it was changed for a new token; its use long after that ends the family. */
    replaced_at: Generated<Date | null>;
    /** The known device that it was opened on; null once that is no longer known. */
    device_hash: Buffer | null;
  };
  'identity.login_log': {
    login_id: Generated<string | number>;
    user_id: string | number;
    at: Date;
    address: string;
    agent: string;
    method: string;
    /** True for the first login on a device. */
    is_new_device: boolean;
  };
  'identity.ticket': {
    ticket_hash: Buffer;
    user_id: string | number;
    act: 'login' | 'reset';
    password_hash: string | null;
    contact: 'email' | 'phone' | null;
    tries: number;
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
  '004-devices-of-sessions': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table identity.user add column frozen_at timestamptz`.execute(db);
      await sql`
        alter table identity.known_device
          add column name text,
          add column agent text not null default '',
          add column address text not null default ''`.execute(db);
      await sql`
        alter table identity.session
          add column replaced_at timestamptz,
          add column device_hash bytea references identity.known_device (device_hash)
            on update cascade on delete set null`.execute(db);
      await sql`create index session_of_device on identity.session (device_hash)`.execute(db);
      await sql`
        create table identity.login_log (
          login_id bigint generated always as identity primary key,
          user_id bigint not null references identity.user,
          at timestamptz not null,
          address text not null,
          agent text not null,
          method text not null,
          is_new_device boolean not null
        )`.execute(db);
      await sql`create index login_of_user on identity.login_log (user_id, login_id desc)`.execute(db);
    },
  },
  '005-tickets': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table identity.ticket (
          ticket_hash bytea primary key,
          user_id bigint not null references identity.user,
          act text not null,
          password_hash text,
          contact text,
          tries smallint not null,
          expires_at timestamptz not null
        )`.execute(db);
      await sql`create index ticket_by_end on identity.ticket (expires_at)`.execute(db);
    },
  },
  '006-used-proofs': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table identity.used_proof (
          proof_hash bytea primary key,
          expires_at timestamptz not null
        )`.execute(db);
      await sql`create index used_proof_by_end on identity.used_proof (expires_at)`.execute(db);
    },
  },
  '007-closed-accounts': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table identity.user add column closed_at timestamptz, add column avatar uuid`.execute(
        db,
      );
      await sql`alter table identity.user drop constraint user_check`.execute(db);
      await sql`
        alter table identity.user add constraint user_has_a_name
          check (num_nonnulls(account, email, phone) >= 1 or closed_at is not null)`.execute(db);
    },
  },
  '008-begin-of-sessions': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table identity.session add column began_at timestamptz not null default now()`.execute(
        db,
      );
    },
  },
};
