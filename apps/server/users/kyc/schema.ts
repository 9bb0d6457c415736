import type { Tables } from '../../base/database/index.ts';

/** Submissions; one that is `replaced` had a later one take its place before it was decided. */
export const migrations: Tables = {
  sql: `
  create table kyc.submission (
    user_id bigint not null references identity.user,
    level text not null check (level in ('primary', 'advanced')),
    -- Counts the submissions of a user and level, from 1.
    version integer not null,
    state text not null check (state in ('pending', 'approved', 'rejected', 'replaced')),
    -- Name and ID number as JSON, sealed; null for the advanced level.
    person_sealed bytea,
    -- Keyed hash of the ID number: one document on two accounts has one hash.
    id_hash bytea,
    country text,
    document_type text,
    front uuid,
    back uuid,
    handheld uuid,
    reason text,
    submitted_at timestamptz not null,
    due_at timestamptz not null,
    decided_at timestamptz,
    -- The version of the primary level that the advanced one rests on; null for the primary level.
    primary_version integer,
    check ((state = 'rejected') = (reason is not null)),
    primary key (user_id, level, version)
  );
  create index submission_of_document on kyc.submission (id_hash);
  -- The first of the two approvals of an advanced level. Rows are only added.
  create table kyc.approval (
    user_id bigint not null,
    level text not null,
    version integer not null,
    operator_id bigint not null,
    operator text not null,
    at timestamptz not null,
    primary key (user_id, level, version, operator_id),
    foreign key (user_id, level, version) references kyc.submission (user_id, level, version) on delete cascade
  );
`,
};
