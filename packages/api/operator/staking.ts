import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { proposal } from './approvals.ts';
import { earnCloseBody, earnFundBody, earnOfferFields, operatorEarn, operatorEarnOffer } from './earn.ts';
import { symbolId } from './fields.ts';

/** Offers and pools of staking, as operators see and change them. */
export const operatorStaking = operatorEarn(operatorEarnOffer);

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
    body: z.strictObject(earnOfferFields),
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
    body: earnCloseBody,
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
    body: earnFundBody,
    data: proposal,
  }),
});
