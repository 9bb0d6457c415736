import type { ReadModel } from '../../read-model.ts';
import { defineTable, int2, int4, int8 } from '../../table.ts';
import { ReferralQueries } from './queries.ts';

const DAY_MS = 86_400_000;

/** Rebates of an inviter by UTC day, payer, generation and asset, and the fees that they were paid on. */
export const referralDays = defineTable({
  name: 'referral_days',
  version: 2,
  rows: 'merged',
  key: ['inviter_id', 'day', 'payer_id', 'generation', 'asset_id'],
  columns: {
    inviter_id: int8,
    day: int4,
    payer_id: int8,
    generation: int2,
    asset_id: int4,
    amount: { ...int8, merge: 'add' },
    fees: { ...int8, merge: 'add', earlier: '0' },
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

/** Every rebate with all that it follows from, `place` being its number within the command. */
export const referralRebates = defineTable({
  name: 'referral_rebates',
  version: 1,
  rows: 'once',
  key: ['inviter_id', 'seq', 'place'],
  columns: {
    inviter_id: int8,
    seq: int8,
    place: int4,
    time_ms: int8,
    generation: int2,
    asset_id: int4,
    amount: int8,
    charged: int8,
    share_ppm: int4,
    rest_millionths: int4,
  },
  indexes: [],
});

export const referralModel: ReadModel<ReferralQueries> = {
  tables: [referralDays, referralFees, referralRebates],
  project({ stamp: { seq, timeMs }, events }, rows) {
    let place = 0;
    for (const event of events) {
      if (event.type !== 'referralPaid') continue;
      const { payerId, assetId, fees, charged, rebates } = event;
      rows.of(referralFees).put({ payer_id: payerId, asset_id: assetId, fees });
      for (const { inviterId, generation, amount, sharePpm, restMillionths } of rebates) {
        rows.of(referralRebates).put({
          inviter_id: inviterId,
          seq,
          place: ++place,
          time_ms: timeMs,
          generation,
          asset_id: assetId,
          amount,
          charged,
          share_ppm: sharePpm,
          rest_millionths: restMillionths,
        });
        rows.of(referralDays).put({
          inviter_id: inviterId,
          day: Math.floor(timeMs / DAY_MS),
          payer_id: payerId,
          generation,
          asset_id: assetId,
          amount,
          fees: charged,
        });
      }
    }
  },
  queries: (pool, schema) => new ReferralQueries(pool, schema),
};
