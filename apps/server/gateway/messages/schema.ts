import type { ConfirmedAct, Language } from '@candor/api';
import { type Generated, type JSONColumnType, type Kysely, sql } from 'kysely';
import type { Channel, MessageKind, WithdrawalNotice } from './kinds.ts';

/**
 * `waiting`: a job will deliver it. `sent`: the mail server or the SMSC accepted it. `kept`: it stayed on this machine,
 * for the console. `withheld`: it was never to be delivered. `expired`, `failed`: it was not delivered.
 */
export const messageStates = ['waiting', 'sent', 'kept', 'withheld', 'expired', 'failed'] as const;
export type MessageState = (typeof messageStates)[number];

export interface MessagesSchema {
  'messages.message': {
    message_id: Generated<string>;
    channel: Channel;
    recipient: string;
    kind: MessageKind;
    language: Language;
    user_id: string | number | null;
    /** The user's anti-phishing code, where one was set. */
    anti_phishing: string | null;
    /** Nonce from which the code is derived; null for a message without one. */
    code_nonce: Buffer | null;
    /** Nonce from which the freezing link is derived; null for a message without one. */
    link_nonce: Buffer | null;
    /** The device and the network address of the login that a message is about. */
    device: string | null;
    address: string | null;
    /** The withdrawal that a code confirms. */
    withdrawal: JSONColumnType<WithdrawalNotice | null, string | null>;
    /** The act that a code confirms, or that a notice is about. */
    act: JSONColumnType<ConfirmedAct | null, string | null>;
    /** True where nobody is to get it: it only costs the work of one that is sent. */
    is_withheld: boolean;
    state: Generated<MessageState>;
    attempts: Generated<number>;
    /** Why the last attempt failed: a class of error, never a text of another machine. */
    reason: string | null;
    created_at: Date;
    expires_at: Date;
    ended_at: Date | null;
  };
}

export const migrations = {
  '001-messages': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table messages.message (
          message_id bigint generated always as identity primary key,
          channel text not null,
          recipient text not null,
          kind text not null,
          language text not null,
          user_id bigint,
          anti_phishing text,
          code_nonce bytea,
          is_withheld boolean not null,
          state text not null default 'waiting',
          attempts integer not null default 0,
          reason text,
          created_at timestamptz not null,
          expires_at timestamptz not null,
          ended_at timestamptz
        )`.execute(db);
      await sql`create index message_by_age on messages.message (created_at)`.execute(db);
    },
  },
  '002-logins': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        alter table messages.message
          add column link_nonce bytea,
          add column device text,
          add column address text`.execute(db);
    },
  },
  '003-withdrawals': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table messages.message add column withdrawal jsonb`.execute(db);
    },
  },
  '004-acts': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table messages.message add column act jsonb`.execute(db);
    },
  },
};
