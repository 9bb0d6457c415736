import type { Tables } from '../../base/database/index.ts';

export const migrations: Tables = {
  sql: `
  create table files.file (
    file_id uuid primary key,
    -- Null for a picture that staff sent in a conversation: the house's own.
    user_id bigint references identity.user,
    created_at timestamptz not null,
    bytes integer not null,
    width integer not null,
    height integer not null,
    is_blurred boolean not null,
    -- The file's own key, sealed with one derived from the master key.
    wrapped_key bytea not null,
    -- Since when something refers to it; null for an upload that nothing uses, which is deleted after a day.
    kept_at timestamptz,
    -- The room that refers to it: one alone, so that letting go takes it from nobody else.
    holder text,
    -- The difference hash of the picture, as 1024 bits; null for one that was kept before there were any.
    fingerprint bit(1024),
    check ((kept_at is null) = (holder is null))
  );
  create index file_of_user on files.file (user_id, created_at);
  create index file_unused on files.file (created_at) where kept_at is null;
`,
};
