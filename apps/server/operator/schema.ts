import { type Generated, type Kysely, sql } from 'kysely';
import { makeKnownDevices } from '../identity/index.ts';

export interface OperatorSchema {
  'operator.person': {
    operator_id: Generated<string | number>;
    name: string;
    password_hash: string;
    /** Sealed with the house's own key; null until the factor is enrolled. */
    totp_sealed: Buffer | null;
    /** The last time step whose code was used: none up to it works again. */
    totp_last_step: string | number;
    created_at: Generated<Date>;
  };
  'operator.ticket': {
    ticket_hash: Buffer;
    operator_id: string | number;
    /** A factor being enrolled, sealed; null where one is enrolled already. */
    enrolment_sealed: Buffer | null;
    attempts: number;
    expires_at: Date;
  };
  'operator.session': {
    token_hash: Buffer;
    operator_id: string | number;
    last_used_at: Date;
    expires_at: Date;
  };
  /** Failed logins of the last hour that are not all in the log yet. */
  'operator.failed_login': {
    name: string;
    address: string;
    reason: string;
    first_ms: string | number;
    last_ms: string | number;
    times: string | number;
    /** How many of them the log has. */
    logged: string | number;
  };
  'operator.log': {
    no: string | number;
    time_ms: string | number;
    operator: string;
    action: string;
    details: string;
    prev_hash: string;
    hash: string;
  };
}

export const migrations = {
  '001-operators': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table operator.person (
          operator_id bigint generated always as identity primary key,
          name text not null,
          password_hash text not null,
          totp_sealed bytea,
          totp_last_step bigint not null default 0,
          created_at timestamptz not null default now()
        )`.execute(db);
      await sql`create unique index person_by_name on operator.person (lower(name))`.execute(db);
      await sql`
        create table operator.ticket (
          ticket_hash bytea primary key,
          operator_id bigint not null references operator.person,
          enrolment_sealed bytea,
          attempts integer not null default 0,
          expires_at timestamptz not null
        )`.execute(db);
      await sql`
        create table operator.session (
          token_hash bytea primary key,
          operator_id bigint not null references operator.person,
          last_used_at timestamptz not null,
          expires_at timestamptz not null
        )`.execute(db);
      await sql`
        create table operator.log (
          no bigint primary key,
          time_ms bigint not null,
          operator text not null,
          action text not null,
          details text not null,
          prev_hash text not null,
          hash text not null unique
        )`.execute(db);
      await sql`
        create function operator.refuse_change() returns trigger language plpgsql as
        $$ begin raise exception 'the log of operators is only added to'; end $$`.execute(db);
      await sql`
        create trigger log_is_kept before update or delete or truncate on operator.log
        for each statement execute function operator.refuse_change()`.execute(db);
      await sql`
        create table operator.login_limit (
          key varchar(255) primary key,
          points integer not null default 0,
          expire bigint
        )`.execute(db);
    },
  },
  '002-known-devices-and-failures': {
    async up(db: Kysely<unknown>): Promise<void> {
      await makeKnownDevices(db, 'operator', 'operator.person');
      await sql`
        create table operator.failed_login (
          name text not null,
          address text not null,
          reason text not null,
          first_ms bigint not null,
          last_ms bigint not null,
          times bigint not null,
          logged bigint not null,
          primary key (name, address, reason)
        )`.execute(db);
    },
  },
};
