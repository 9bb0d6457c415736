import type { Tables } from '../../base/database/index.ts';

/** `approved`: it is paid out by the promise of its round. */
export type ApplicationState = 'pending' | 'approved' | 'failed' | 'cancelled';

export const migrations: Tables = {
  sql: `
  create table loan.application (
    application_id bigint generated always as identity primary key,
    user_id bigint not null,
    offer_id integer not null,
    asset_id integer not null,
    amount bigint not null,
    -- The most to repay in all, paid on time, that the borrower was shown and accepted.
    total_at_most bigint not null,
    -- SHA-256 in hex of the terms that the borrower accepted when it was submitted.
    terms_hash text not null,
    front uuid not null,
    back uuid not null,
    handheld uuid not null,
    -- The credit score when it was submitted, as JSON: inputs, points, limit and debt.
    credit text not null,
    eyes smallint not null,
    state text not null check (state in ('pending', 'approved', 'failed', 'cancelled')),
    reason text,
    -- Counts the reviews: one more each time that the ledger refused a payout that was approved, or never got it.
    review_round integer not null default 1,
    submitted_at timestamptz not null,
    due_at timestamptz not null,
    decided_at timestamptz,
    check ((state = 'failed') = (reason is not null))
  );
  create unique index application_pending on loan.application (user_id) where state = 'pending';
  create index application_of_user on loan.application (user_id, application_id);
  -- Verdicts of operators. Rows are only added.
  create table loan.verdict (
    application_id bigint not null references loan.application on delete cascade,
    review_round integer not null,
    operator_id bigint not null,
    operator text not null,
    verdict text not null check (verdict in ('approve', 'reject')),
    reason text not null,
    -- The credit score at the verdict, as JSON: inputs, points, limit and debt.
    credit text not null,
    at timestamptz not null,
    primary key (application_id, review_round, operator_id)
  );
  -- Instalments of which the borrower was told before they fall due.
  create table loan.reminder (
    loan_id bigint not null,
    number integer not null,
    user_id bigint not null,
    primary key (loan_id, number)
  );
`,
};
