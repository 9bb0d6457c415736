import { type Kysely, sql } from 'kysely';

export type StatementState = 'waiting' | 'making' | 'ready' | 'failed';

export interface StatementsSchema {
  'statements.statement': {
    statement_id: string;
    user_id: string | number;
    year: number;
    state: StatementState;
    /** Entries that are written, of all. */
    done: number;
    total: number;
    requested_at: Date;
    /** Up to this command; later ones are not in it. */
    until_seq: string | number;
    /** Names and scales of assets and names of markets, as they stood at the request. */
    catalogue: StatementCatalogue;
    /** The CSV, compressed; null until it is ready. */
    file: Buffer | null;
  };
}

export interface StatementCatalogue {
  readonly assets: Readonly<Record<string, { readonly code: string; readonly scale: number }>>;
  readonly symbols: Readonly<Record<string, string>>;
}

export const migrations = {
  '001-statements': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table statements.statement (
          statement_id uuid primary key,
          user_id bigint not null,
          year integer not null,
          state text not null check (state in ('waiting', 'making', 'ready', 'failed')),
          done integer not null,
          total integer not null,
          requested_at timestamptz not null,
          until_seq bigint not null,
          catalogue jsonb not null,
          file bytea,
          unique (user_id, year),
          check ((state = 'ready') = (file is not null))
        )`.execute(db);
    },
  },
};
