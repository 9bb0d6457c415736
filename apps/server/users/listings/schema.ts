import type { Tables } from '../../base/database/index.ts';

export const migrations: Tables = {
  sql: `
  create table listing.application (
    application_id bigint generated always as identity primary key,
    user_id bigint not null,
    state text not null check (state in ('draft', 'sent', 'asked', 'accepted', 'rejected', 'withdrawn')),
    -- Counts the changes: an act names the version that its user saw.
    version integer not null default 1,
    -- The key of the act that began it: a retry finds it again.
    made_by text,
    -- The contents as JSON, as its user has them now; those that were sent stand in the rounds.
    form text not null,
    files uuid[] not null,
    -- Counts the sendings; 0 for one that was never sent.
    review_round integer not null default 0,
    reason text,
    -- Items of the checklist that it did not meet.
    unmet text[] not null default '{}',
    created_at timestamptz not null,
    changed_at timestamptz not null,
    due_at timestamptz,
    decided_at timestamptz,
    check ((state = 'rejected') = (reason is not null)),
    check ((state = 'sent') = (due_at is not null)),
    check ((state in ('accepted', 'rejected')) = (decided_at is not null))
  );
  create unique index application_made_by on listing.application (user_id, made_by);
  create index application_of_user on listing.application (user_id, application_id);
  -- One row for each sending, with what was sent. Its question comes later; nothing else changes.
  create table listing.round (
    application_id bigint not null references listing.application on delete cascade,
    review_round integer not null,
    form text not null,
    files uuid[] not null,
    -- Chain and contract in one text, to find other applications of the same token; null without a contract.
    token text,
    sent_at timestamptz not null,
    answer text,
    ask_code text,
    ask_text text,
    asked_at timestamptz,
    check ((ask_code is null) = (asked_at is null) and (ask_text is null) = (asked_at is null)),
    primary key (application_id, review_round)
  );
  create index round_of_token on listing.round (token);
  -- Verdicts of operators. Rows are only added.
  create table listing.verdict (
    application_id bigint not null references listing.application on delete cascade,
    review_round integer not null,
    operator_id bigint not null,
    operator text not null,
    verdict text not null check (verdict in ('approve', 'reject', 'ask')),
    reason text not null,
    unmet text[] not null,
    at timestamptz not null,
    primary key (application_id, review_round, operator_id)
  );
`,
};
