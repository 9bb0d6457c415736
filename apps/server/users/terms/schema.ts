import type { Language, TermsText } from '@candor/api';
import type { Tables } from '../../base/database/index.ts';

/** A text for each language. */
export type TermsTexts = Readonly<Record<Language, TermsText>>;

export const migrations: Tables = {
  sql: `
  -- Rows are only added.
  create table terms.version (
    version integer generated always as identity primary key,
    published_at timestamptz not null,
    reason text not null,
    -- The proposal that it came from; approved once.
    key text not null unique,
    texts jsonb not null
  );
  create table terms.acceptance (
    user_id bigint not null references identity.user,
    version integer not null references terms.version,
    language text not null,
    accepted_at timestamptz not null,
    primary key (user_id, version)
  );
  -- The next version as far as it is written.
  create table terms.draft (
    language text primary key,
    text jsonb not null
  );
`,
};
