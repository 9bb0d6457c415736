import type { Feature } from '@candor/api';
import { type Generated, type Kysely, sql } from 'kysely';

export interface FeaturesSchema {
  /** Rows are only added; the newest of a feature and a country holds. */
  'features.rule': {
    rule_no: Generated<string | number>;
    feature: Feature;
    /** ISO 3166 alpha-2, or * for all without a rule of their own. */
    country: string;
    is_open: boolean;
    reason: string;
    at: Date;
  };
  'features.person': {
    user_id: string | number;
    /** Of the phone number that the account was registered with. */
    registered: string | null;
    declared: string | null;
    declared_at: Date | null;
  };
}

export const migrations = {
  '001-features': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table features.rule (
          rule_no bigint generated always as identity primary key,
          feature text not null,
          country text not null,
          is_open boolean not null,
          reason text not null,
          at timestamptz not null
        )`.execute(db);
      await sql`create index rule_of on features.rule (feature, country, rule_no desc)`.execute(db);
      await sql`
        create table features.person (
          user_id bigint primary key references identity.user,
          registered text,
          declared text,
          declared_at timestamptz
        )`.execute(db);
    },
  },
};
