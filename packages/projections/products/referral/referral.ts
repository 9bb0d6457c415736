import type { ReadModel } from '../../read-model.ts';
import { defineTable, first, int2, int4, int8, replaced, summed } from '../../table.ts';
import { ReferralQueries } from './queries.ts';

/** Millionths in a unit. */
const MILLION = 1_000_000n;

/**
 * Rebates of an inviter by UTC day, payer, generation, asset and share: no finer record is kept, so that nobody reads
 * another person's single trades out of them.
 */
export const referralSums = defineTable({
  name: 'referral_sums',
  version: 2,
  rows: 'merged',
  key: ['inviter_id', 'day', 'payer_id', 'generation', 'asset_id', 'share_ppm'],
  columns: {
    inviter_id: int8,
    day: int4,
    payer_id: int8,
    generation: int2,
    asset_id: int4,
    share_ppm: int4,
    amount: summed,
    /** Fees that it was paid on. */
    fees: summed,
    /** Millionths of a unit that earlier fees left, less what these fees left: with `rest`, what came in from before. */
    carried: summed,
    /** Millionths of a unit that the last of these fees left. */
    rest: replaced(int4),
    first_seq: first(int8),
    last_seq: replaced(int8),
    /** Number of the last rebate within its command. */
    place: replaced(int4),
  },
  indexes: [],
});

/** Trading fees of users who were invited, by UTC day and asset, up to the last rebate. */
export const referralFeeDays = defineTable({
  name: 'referral_fee_days',
  version: 2,
  rows: 'merged',
  key: ['payer_id', 'day', 'asset_id'],
  columns: { payer_id: int8, day: int4, asset_id: int4, fees: summed },
  indexes: [],
});

/** Trading fees of all users who were invited and the rebates of them, by UTC day of the fees and asset: nobody is named. */
export const referralDays = defineTable({
  name: 'referral_days',
  version: 1,
  rows: 'merged',
  key: ['asset_id', 'day'],
  columns: { asset_id: int4, day: int4, fees: summed, paid: summed },
  indexes: [],
});

export const referralModel: ReadModel<ReferralQueries> = {
  tables: [referralSums, referralFeeDays, referralDays],
  project({ stamp: { seq }, events }, rows) {
    let place = 0;
    for (const event of events) {
      if (event.type !== 'referralPaid') continue;
      const { payerId, assetId, day, charged, rebates } = event;
      rows.of(referralFeeDays).put({ payer_id: payerId, day, asset_id: assetId, fees: charged });
      const paid = rebates.reduce((sum, { amount }) => sum + amount, 0n);
      rows.of(referralDays).put({ asset_id: assetId, day, fees: charged, paid });
      for (const { inviterId, generation, amount, sharePpm, restMillionths } of rebates) {
        const rest = restMillionths + Number(charged * BigInt(sharePpm) - amount * MILLION);
        rows.of(referralSums).put({
          inviter_id: inviterId,
          day,
          payer_id: payerId,
          generation,
          asset_id: assetId,
          share_ppm: sharePpm,
          amount,
          fees: charged,
          carried: restMillionths - rest,
          rest,
          first_seq: seq,
          last_seq: seq,
          place: ++place,
        });
      }
    }
  },
  queries: (pool, schema) => new ReferralQueries(pool, schema),
};
