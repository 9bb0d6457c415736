import type { ConfirmedAct, NoticeContent } from '@candor/api';
import type { Selectable } from 'kysely';
import type { Database, Tables } from '../../base/database/index.ts';
import type { MessageKind, WithdrawalNotice } from './kinds.ts';

/**
 * `waiting`: a job will deliver it. `sent`: the mail server or the SMSC accepted it. `kept`: it stayed on this machine,
 * for the console. `withheld`: it was never to be delivered. `expired`, `failed`: it was not delivered.
 */
export const messageStates = ['waiting', 'sent', 'kept', 'withheld', 'expired', 'failed'] as const;
export type MessageState = (typeof messageStates)[number];

/** A message as its row has it. */
export type MessageRow = Omit<
  Selectable<Database['messages.message']>,
  'kind' | 'withdrawal' | 'act' | 'notices'
> & {
  readonly kind: MessageKind;
  /** The withdrawal that a code confirms. */
  readonly withdrawal: WithdrawalNotice | null;
  /** The act that a code confirms, or that a notice is about. */
  readonly act: ConfirmedAct | null;
  /** The notices that a mail or a text is about. */
  readonly notices: readonly NoticeContent[] | null;
};

export const migrations: Tables = {
  sql: `
  create table messages.message (
    message_id bigint generated always as identity primary key,
    channel text not null,
    recipient text not null,
    kind text not null,
    language text not null,
    user_id bigint,
    -- The user's anti-phishing code, where one was set.
    anti_phishing text,
    -- Nonce from which the code is derived; null for a message without one.
    code_nonce bytea,
    -- True where nobody is to get it: it only costs the work of one that is sent.
    is_withheld boolean not null,
    state text not null default 'waiting',
    attempts integer not null default 0,
    -- Why the last attempt failed: a class of error, never a text of another machine.
    reason text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    -- Nonce from which the freezing link is derived; null for a message without one.
    link_nonce bytea,
    -- The device and the network address of the login that a message is about.
    device text,
    address text,
    -- The withdrawal that a code confirms.
    withdrawal jsonb,
    -- The act that a code confirms, or that a notice is about.
    act jsonb,
    -- Kinds and facts of the notices that a message of kind 'notice' is about.
    notices jsonb
  );
  create index message_by_age on messages.message (created_at);
`,
};
