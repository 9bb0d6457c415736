import type { Tables } from '../../base/database/index.ts';

/** The proof that the request began with: a password, the mail of a reset, or a session. */
export type RecoveryProof = 'login' | 'reset' | 'session';

export const migrations: Tables = {
  sql: `
  create table recovery.request (
    request_no bigint generated always as identity primary key,
    user_id bigint not null references identity.user,
    -- Hash of the secret that the requester keeps.
    token_hash bytea not null unique,
    -- Hash of the secret of the mails' link, which cancels; null before they are sent.
    link_hash bytea unique,
    state text not null,
    proof text not null,
    -- The hash of the new password that a reset had chosen.
    password_hash text,
    needs_photo boolean not null,
    -- The contact that a code must confirm.
    contact text,
    note text not null,
    photo uuid,
    language text not null,
    -- The user's known device that it began on; null for any other browser.
    device text,
    opened_at timestamptz not null,
    submitted_at timestamptz,
    due_at timestamptz,
    reason text,
    ended_at timestamptz
  );
  create unique index request_under_way on recovery.request (user_id) where state in ('waiting', 'approved');
  -- Approvals of operators: two different ones remove factors. Rows are only added.
  create table recovery.approval (
    request_no bigint not null references recovery.request on delete cascade,
    operator_id bigint not null,
    operator text not null,
    role text not null,
    reason text not null,
    at timestamptz not null,
    primary key (request_no, operator_id)
  );
`,
};
