import type { AccountTierName } from '@candor/api';
import { type Generated, type Kysely, sql } from 'kysely';

/** A published table as it is kept: decimals, in the order of the tiers. */
export interface StoredTiers {
  readonly tiers: readonly { readonly minDeposit: string; readonly dailyWithdrawal: string }[];
  readonly vipTier: AccountTierName;
  readonly vipVolume: string;
}

export interface TiersSchema {
  /** Rows are only added. */
  'tiers.published': {
    version: Generated<number>;
    effective_at: Date;
    body: StoredTiers;
    reason: string;
    /** The proposal that it came from; approved once. */
    key: string;
  };
  /** The newest computation for each user who asked. */
  'tiers.standing': {
    user_id: string | number;
    /** The UTC day of the computation: within it a tier only rises. */
    day: string;
    tier: AccountTierName;
    at: Date;
  };
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

export const migrations = {
  '001-tiers': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table tiers.published (
          version integer generated always as identity primary key,
          effective_at timestamptz not null,
          body jsonb not null,
          reason text not null,
          key text not null unique
        )`.execute(db);
      await sql`
        create table tiers.standing (
          user_id bigint primary key,
          day date not null,
          tier text not null,
          at timestamptz not null
        )`.execute(db);
      await sql`
        insert into tiers.published (effective_at, body, reason, key)
        values (now(), ${JSON.stringify(first)}::jsonb, '', 'first')`.execute(db);
    },
  },
};
