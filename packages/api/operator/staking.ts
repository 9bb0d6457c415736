import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { decimal, positiveDecimal, timeMs } from '../scalars.ts';
import { pledgeOfferRow } from '../staking/calls.ts';
import { proposal } from './approvals.ts';
import { reason, symbolId } from './fields.ts';

const count = z.number().int().nonnegative();
const source = z.enum(['practice', 'house']);
const percentOrZero = z.string().regex(/^(0|[1-9]\d{0,2})(\.\d{1,4})?$/);

/** Offers and pools of staking, as operators see and change them. */
export const operatorStaking = z.strictObject({
  /** True where a pool can be funded out of practice custody. */
  practice: z.boolean(),
  now: timeMs,
  pools: z.array(
    z.strictObject({
      assetId: count,
      coin: z.string(),
      free: decimal,
      reserved: decimal,
      staked: decimal,
      orders: count,
      /** Amount that the house's own account could add. */
      houseAvailable: decimal,
    }),
  ),
  offers: z.array(
    z.strictObject({
      ...pledgeOfferRow.shape,
      /** Principals of its open orders, and their number. */
      staked: decimal,
      orders: count,
    }),
  ),
});

export const stakingDeskCalls = defineCalls({
  getOperatorStaking: defineCall({
    method: 'GET',
    path: '/api/console/staking',
    section: 'operator',
    summary: 'Returns the offers and the pools of staking.',
    auth: 'required',
    data: operatorStaking,
  }),
  offerStaking: defineCall({
    method: 'POST',
    path: '/api/console/staking/{assetId}/offers',
    section: 'operator',
    summary:
      'Proposes an offer for later orders, with a reason. It never changes: other terms are another offer.',
    auth: 'required',
    act: true,
    params: z.strictObject({ assetId: symbolId }),
    body: z.strictObject({
      dailyPercent: positiveDecimal,
      cycleDays: z.number().int().positive(),
      /** Part of the interest of whole days that an early exit keeps. */
      exitPercent: percentOrZero,
      minAmount: positiveDecimal,
      maxAmount: positiveDecimal,
      userLimit: positiveDecimal,
      capacity: positiveDecimal,
      /** Null for the moment of its approval. */
      opensTime: timeMs.nullable(),
      reason,
    }),
    data: proposal,
  }),
  closeStakingOffer: defineCall({
    method: 'POST',
    path: '/api/console/staking/offers/{offerId}/close',
    section: 'operator',
    summary:
      'Proposes that an offer takes no further orders from a time on. Open orders run on to their end.',
    auth: 'required',
    act: true,
    params: z.strictObject({ offerId: symbolId }),
    body: z.strictObject({
      /** Null for the moment of its approval. */
      closesTime: timeMs.nullable(),
      reason,
    }),
    data: proposal,
  }),
  fundStaking: defineCall({
    method: 'POST',
    path: '/api/console/staking/{assetId}/pool',
    section: 'operator',
    summary:
      'Proposes to add to the pool that pays the interest, or to take back what is free of it, by a ledger entry that everybody sees.',
    auth: 'required',
    act: true,
    params: z.strictObject({ assetId: symbolId }),
    body: z.strictObject({ amount: positiveDecimal, direction: z.enum(['add', 'take']), source, reason }),
    data: proposal,
  }),
});

export type OperatorStaking = z.output<typeof operatorStaking>;
