import type { Language, TermsText } from '@candor/api';
import { type Generated, type Kysely, sql } from 'kysely';

/** A text for each language. */
export type TermsTexts = Readonly<Record<Language, TermsText>>;

export interface TermsSchema {
  /** Rows are only added. */
  'terms.version': {
    version: Generated<number>;
    published_at: Date;
    reason: string;
    /** The proposal that it came from; approved once. */
    key: string;
    texts: TermsTexts;
  };
  'terms.acceptance': {
    user_id: string | number;
    version: number;
    language: string;
    accepted_at: Date;
  };
  /** The next version as far as it is written. */
  'terms.draft': {
    language: Language;
    text: TermsText;
  };
}

export const migrations = {
  '001-terms': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table terms.version (
          version integer generated always as identity primary key,
          published_at timestamptz not null,
          reason text not null,
          key text not null unique,
          texts jsonb not null
        )`.execute(db);
      await sql`
        create table terms.acceptance (
          user_id bigint not null references identity.user,
          version integer not null references terms.version,
          language text not null,
          accepted_at timestamptz not null,
          primary key (user_id, version)
        )`.execute(db);
      await sql`
        create table terms.draft (
          language text primary key,
          text jsonb not null
        )`.execute(db);
    },
  },
};
