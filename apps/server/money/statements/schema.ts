import type { Tables } from '../../base/database/index.ts';

export interface StatementCatalogue {
  readonly assets: Readonly<Record<string, { readonly code: string; readonly scale: number }>>;
  readonly symbols: Readonly<Record<string, string>>;
}

export const migrations: Tables = {
  sql: `
  create table statements.statement (
    statement_id uuid primary key,
    user_id bigint not null,
    year integer not null,
    state text not null check (state in ('waiting', 'making', 'ready', 'failed')),
    -- Entries that are written, of all.
    done integer not null,
    total integer not null,
    requested_at timestamptz not null,
    -- Up to this command; later ones are not in it.
    until_seq bigint not null,
    -- Names and scales of assets and names of markets, as they stood at the request.
    catalogue jsonb not null,
    -- The CSV, compressed; null until it is ready.
    file bytea,
    check ((state = 'ready') = (file is not null)),
    unique (user_id, year)
  );
`,
};
