import type { Tables } from '../../base/database/index.ts';

export const migrations: Tables = {
  sql: `
  create table apikeys.key (
    key_id text primary key,
    user_id bigint not null references identity.user,
    name text not null,
    -- Sealed, not hashed: a signature is computed with it.
    secret_sealed bytea not null,
    scopes text[] not null,
    -- Addresses and networks that it works from; none where it works from everywhere.
    addresses text[] not null,
    created_at timestamptz not null,
    expires_at timestamptz,
    last_used_at timestamptz,
    last_address text
  );
  create index key_of_user on apikeys.key (user_id, created_at desc);
`,
};
