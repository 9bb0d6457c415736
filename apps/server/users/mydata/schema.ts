import type { Tables } from '../../base/database/index.ts';

/** Exports and closings; the job of an export that `failed` was given up, the file of one that `expired` was deleted. */
export const migrations: Tables = {
  sql: `
  create table mydata.export (
    export_id uuid primary key,
    user_id bigint not null references identity.user,
    state text not null,
    requested_at timestamptz not null,
    -- Files that are written, of how many.
    files_done integer not null,
    files_total integer not null,
    ready_at timestamptz,
    expires_at timestamptz,
    bytes bigint,
    -- The key of the file, sealed by the files' room; null once the file is deleted.
    wrapped_key bytea
  );
  create index export_of_user on mydata.export (user_id, requested_at desc);
  -- Accounts that end unless somebody logs in before.
  create table mydata.closing (
    user_id bigint primary key references identity.user,
    requested_at timestamptz not null,
    ends_at timestamptz not null,
    -- True where the user gives up what is worth less than a payout.
    leaves_dust boolean not null
  );
`,
};
