import type { AccountTierName } from '@candor/api';
import { sql } from 'kysely';
import type { Tables } from '../../base/database/index.ts';

/** A published table as it is kept: decimals, in the order of the tiers. */
export interface StoredTiers {
  readonly tiers: readonly { readonly minDeposit: string; readonly dailyWithdrawal: string }[];
  readonly vipTier: AccountTierName;
  readonly vipVolume: string;
}

/** The table of the first start. */
const first: StoredTiers = {
  tiers: [
    { minDeposit: '0', dailyWithdrawal: '10000' },
    { minDeposit: '1000', dailyWithdrawal: '20000' },
    { minDeposit: '10000', dailyWithdrawal: '50000' },
    { minDeposit: '50000', dailyWithdrawal: '100000' },
  ],
  vipTier: 'professional',
  vipVolume: '100000',
};

export const migrations: Tables = {
  sql: `
  -- Rows are only added.
  create table tiers.published (
    version integer generated always as identity primary key,
    effective_at timestamptz not null,
    body jsonb not null,
    reason text not null,
    -- The proposal that it came from; approved once.
    key text not null unique
  );
  -- The newest computation for each user who asked.
  create table tiers.standing (
    user_id bigint primary key,
    -- The UTC day of the computation: within it a tier only rises.
    day date not null,
    tier text not null,
    at timestamptz not null
  );
`,
  fill: async (trx) => {
    await trx
      .insertInto('tiers.published')
      .values({ effective_at: sql`now()`, body: JSON.stringify(first), reason: '', key: 'first' })
      .execute();
  },
};
