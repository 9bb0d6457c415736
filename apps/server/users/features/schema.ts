import type { Tables } from '../../base/database/index.ts';

export const migrations: Tables = {
  sql: `
  -- Rows are only added; the newest of a feature and a country holds.
  create table features.rule (
    rule_no bigint generated always as identity primary key,
    feature text not null,
    -- ISO 3166 alpha-2, or * for all without a rule of their own.
    country text not null,
    is_open boolean not null,
    reason text not null,
    at timestamptz not null
  );
  create index rule_of on features.rule (feature, country, rule_no desc);
  create table features.person (
    user_id bigint primary key references identity.user,
    -- Of the phone number that the account was registered with.
    registered text,
    declared text,
    declared_at timestamptz
  );
`,
};
