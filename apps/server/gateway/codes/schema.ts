import type { Tables } from '../../base/database/index.ts';

export const migrations: Tables = {
  sql: `
  create table codes.flow (
    -- A digest of the browser, the purpose and the address: each browser has a flow of its own.
    flow_hash bytea primary key,
    -- Nonce from which the code is derived; null where none was delivered, so that no code fits.
    nonce bytea,
    tries smallint not null,
    sent_at timestamptz not null,
    expires_at timestamptz not null
  );
  create index flow_by_end on codes.flow (expires_at);
  create table codes.limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  );
`,
};
