import type { ReadModel } from '../../read-model.ts';
import { defineTable, int2, int4, int8 } from '../../table.ts';
import { ReferralQueries } from './queries.ts';

const DAY_MS = 86_400_000;

/** Rebates of an inviter by UTC day, payer, generation and asset. */
export const referralDays = defineTable({
  name: 'referral_days',
  version: 1,
  rows: 'merged',
  key: ['inviter_id', 'day', 'payer_id', 'generation', 'asset_id'],
  columns: {
    inviter_id: int8,
    day: int4,
    payer_id: int8,
    generation: int2,
    asset_id: int4,
    amount: { ...int8, merge: 'add' },
  },
  indexes: [],
});

/** Trading fees of users who were invited, by asset, up to their last rebate. */
export const referralFees = defineTable({
  name: 'referral_fees',
  version: 1,
  rows: 'merged',
  key: ['payer_id', 'asset_id'],
  columns: { payer_id: int8, asset_id: int4, fees: { ...int8, merge: 'add' } },
  indexes: [],
});

export const referralModel: ReadModel<ReferralQueries> = {
  tables: [referralDays, referralFees],
  project({ stamp: { timeMs }, events }, rows) {
    for (const event of events) {
      if (event.type !== 'referralPaid') continue;
      const { payerId, assetId, fees, rebates } = event;
      rows.of(referralFees).put({ payer_id: payerId, asset_id: assetId, fees });
      for (const { inviterId, generation, amount } of rebates)
        rows.of(referralDays).put({
          inviter_id: inviterId,
          day: Math.floor(timeMs / DAY_MS),
          payer_id: payerId,
          generation,
          asset_id: assetId,
          amount,
        });
    }
  },
  queries: (pool, schema) => new ReferralQueries(pool, schema),
};
