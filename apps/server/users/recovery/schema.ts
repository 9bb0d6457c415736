import type { Language, RecoveryRejection, RecoveryState } from '@candor/api';
import { type Generated, type Kysely, sql } from 'kysely';

/** The proof that the request began with: a password, the mail of a reset, or a session. */
export type RecoveryProof = 'login' | 'reset' | 'session';

export interface RecoverySchema {
  'recovery.request': {
    request_no: Generated<string | number>;
    user_id: string | number;
    /** Hash of the secret that the requester keeps. */
    token_hash: Buffer;
    /** Hash of the secret of the mails' link, which cancels; null before they are sent. */
    link_hash: Buffer | null;
    state: RecoveryState;
    proof: RecoveryProof;
    /** The hash of the new password that a reset had chosen. */
    password_hash: string | null;
    needs_photo: boolean;
    /** The contact that a code must confirm. */
    contact: 'email' | 'phone' | null;
    note: string;
    photo: string | null;
    language: Language;
    opened_at: Date;
    submitted_at: Date | null;
    due_at: Date | null;
    reason: RecoveryRejection | null;
    ended_at: Date | null;
  };
  /** Approvals of operators: two different ones remove factors. Rows are only added. */
  'recovery.approval': {
    request_no: string | number;
    operator_id: string | number;
    operator: string;
    role: string;
    reason: string;
    at: Date;
  };
}

export const migrations = {
  '001-requests': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table recovery.request (
          request_no bigint generated always as identity primary key,
          user_id bigint not null references identity.user,
          token_hash bytea not null unique,
          link_hash bytea unique,
          state text not null,
          proof text not null,
          password_hash text,
          needs_photo boolean not null,
          contact text,
          note text not null,
          photo uuid,
          language text not null,
          opened_at timestamptz not null,
          submitted_at timestamptz,
          due_at timestamptz,
          reason text,
          ended_at timestamptz
        )`.execute(db);
      await sql`
        create unique index request_under_way on recovery.request (user_id)
          where state in ('waiting', 'approved')`.execute(db);
      await sql`
        create table recovery.approval (
          request_no bigint not null references recovery.request on delete cascade,
          operator_id bigint not null,
          operator text not null,
          role text not null,
          reason text not null,
          at timestamptz not null,
          primary key (request_no, operator_id)
        )`.execute(db);
    },
  },
};
