import type { ActFact } from '@candor/api';
import { type Generated, type Kysely, sql } from 'kysely';

export interface FactorsSchema {
  'factors.authenticator': {
    user_id: string | number;
    /** Sealed with the house's own key. */
    secret_sealed: Buffer;
    /** The last time step whose code was used: none up to it works again. */
    last_step: string | number;
    bound_at: Date;
  };
  'factors.enrolment': {
    user_id: string | number;
    secret_sealed: Buffer;
    /** The time step of the code that proved the secret; null until one did. */
    proven_step: string | number | null;
    /** Hash of the code: the act that binds is sent again with it after step-up. */
    proven_hash: Buffer | null;
    expires_at: Date;
  };
  'factors.recovery_code': {
    user_id: string | number;
    code_hash: Buffer;
    used_at: Date | null;
  };
  'factors.passkey': {
    passkey_id: string;
    user_id: string | number;
    public_key: Buffer;
    counter: string | number;
    transports: string[];
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  /** Challenges of WebAuthn that were answered. */
  'factors.used_challenge': {
    challenge_hash: Buffer;
    expires_at: Date;
  };
  'factors.fund_password': {
    user_id: string | number;
    password_hash: string;
    set_at: Date;
  };
  'factors.anti_phishing': {
    user_id: string | number;
    words: string;
  };
  /** Withdrawals wait until the latest of a user. */
  'factors.hold': {
    user_id: string | number;
    reason: string;
    begun_at: Date;
    until: Date;
  };
  /** The newest code to a new contact that was right: the act that binds is sent again with it after step-up. */
  'factors.proven_contact': {
    user_id: string | number;
    /** Hash of login, contact and code. */
    proof: Buffer;
    expires_at: Date;
  };
  'factors.step_up': {
    challenge: Generated<string>;
    user_id: string | number;
    /** The family of the session that it is bound to. */
    family: string;
    call: string;
    /** Hash of what the act was asked to do. */
    content_hash: Buffer;
    level: string;
    tries: Generated<number>;
    /** When each kind was shown, in ms since 1970; `passkey` for a passkey. */
    passed: Record<string, number>;
    /** The parts of the act that its owner confirms, as `ActFact`s. */
    facts: readonly ActFact[];
    /** The idempotency key of the act that took it. */
    act_key: string | null;
    /** While an attempt at the act is under way that has not entered its answer, others with the key wait until then. */
    attempt_until: Date | null;
    done_at: Date | null;
    answer_sealed: Buffer | null;
    opened_at: Date;
    expires_at: Date;
  };
  'factors.freeze_link': {
    link_hash: Buffer;
    user_id: string | number;
    expires_at: Date;
    used_at: Date | null;
  };
}

/** The table of this room's limits; no other schema's has the same name. */
export const LIMIT_TABLE = 'guess_limit';

export const migrations = {
  '001-factors': {
    async up(db: Kysely<unknown>): Promise<void> {
      const owner = sql`user_id bigint not null references identity.user`;
      await sql`
        create table factors.authenticator (
          user_id bigint primary key references identity.user,
          secret_sealed bytea not null,
          last_step bigint not null,
          bound_at timestamptz not null
        )`.execute(db);
      await sql`
        create table factors.enrolment (
          user_id bigint primary key references identity.user,
          secret_sealed bytea not null,
          proven_step bigint,
          proven_hash bytea,
          expires_at timestamptz not null
        )`.execute(db);
      await sql`
        create table factors.recovery_code (
          ${owner},
          code_hash bytea not null,
          used_at timestamptz,
          primary key (user_id, code_hash)
        )`.execute(db);
      await sql`
        create table factors.passkey (
          passkey_id text primary key,
          ${owner},
          public_key bytea not null,
          counter bigint not null,
          transports text[] not null,
          name text not null,
          created_at timestamptz not null,
          last_used_at timestamptz
        )`.execute(db);
      await sql`create index passkey_of_user on factors.passkey (user_id)`.execute(db);
      await sql`
        create table factors.used_challenge (
          challenge_hash bytea primary key,
          expires_at timestamptz not null
        )`.execute(db);
      await sql`create index used_challenge_by_end on factors.used_challenge (expires_at)`.execute(db);
      await sql`
        create table factors.fund_password (
          user_id bigint primary key references identity.user,
          password_hash text not null,
          set_at timestamptz not null
        )`.execute(db);
      await sql`
        create table factors.anti_phishing (
          user_id bigint primary key references identity.user,
          words text not null
        )`.execute(db);
      await sql`
        create table factors.hold (
          ${owner},
          reason text not null,
          begun_at timestamptz not null,
          until timestamptz not null,
          primary key (user_id, reason)
        )`.execute(db);
      await sql`
        create table factors.step_up (
          challenge uuid primary key default gen_random_uuid(),
          ${owner},
          family uuid not null,
          call text not null,
          content_hash bytea not null,
          level text not null,
          tries integer not null default 0,
          passed jsonb not null,
          act_key text,
          done_at timestamptz,
          answer_sealed bytea,
          opened_at timestamptz not null,
          expires_at timestamptz not null
        )`.execute(db);
      await sql`create index step_up_of_user on factors.step_up (user_id, opened_at)`.execute(db);
      await sql`
        create table factors.freeze_link (
          link_hash bytea primary key,
          ${owner},
          expires_at timestamptz not null,
          used_at timestamptz
        )`.execute(db);
      await sql`create index freeze_link_of_user on factors.freeze_link (user_id)`.execute(db);
      await sql`
        create table factors.guess_limit (
          key varchar(255) primary key,
          points integer not null default 0,
          expire bigint
        )`.execute(db);
    },
  },
  '002-proven-contacts': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table factors.proven_contact (
          user_id bigint primary key references identity.user,
          proof bytea not null,
          expires_at timestamptz not null
        )`.execute(db);
    },
  },
  '003-attempts': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table factors.step_up add column attempt_until timestamptz`.execute(db);
    },
  },
  '004-facts': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table factors.step_up add column facts jsonb not null default '[]'`.execute(db);
    },
  },
};
