import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { financeOfferRow, financeZone } from '../finance/index.ts';
import { proposal } from './approvals.ts';
import { earnCloseBody, earnFundBody, earnOfferFields, operatorEarn, operatorEarnOffer } from './earn.ts';
import { symbolId } from './fields.ts';

/** Offers and pools of finance products, as operators see and change them. */
export const operatorFinance = operatorEarn(
  z.strictObject({ ...financeOfferRow.shape, ...operatorEarnOffer.shape }),
);

export const financeDeskCalls = defineCalls({
  getOperatorFinance: defineCall({
    method: 'GET',
    path: '/api/console/finance',
    section: 'operator',
    summary: 'Returns the offers and the pools of finance products.',
    auth: 'required',
    data: operatorFinance,
  }),
  offerFinance: defineCall({
    method: 'POST',
    path: '/api/console/finance/{assetId}/offers',
    section: 'operator',
    summary:
      'Proposes a finance product for later orders, with a reason. It never changes: other terms are another offer.',
    auth: 'required',
    act: true,
    params: z.strictObject({ assetId: symbolId }),
    body: z.strictObject({
      ...earnOfferFields,
      /** Printable ASCII: it is a line of the terms, which are the same text in every language. */
      name: z.string().regex(/^[!-~](?:[ -~]{0,38}[!-~])?$/),
      zone: financeZone,
      lockDays: z.number().int().nonnegative(),
      maxParticipations: z.number().int().positive().max(1_000),
    }),
    data: proposal,
  }),
  closeFinanceOffer: defineCall({
    method: 'POST',
    path: '/api/console/finance/offers/{offerId}/close',
    section: 'operator',
    summary:
      'Proposes that a finance product takes no further orders from a time on. Open orders run on to their end.',
    auth: 'required',
    act: true,
    params: z.strictObject({ offerId: symbolId }),
    body: earnCloseBody,
    data: proposal,
  }),
  fundFinance: defineCall({
    method: 'POST',
    path: '/api/console/finance/{assetId}/pool',
    section: 'operator',
    summary:
      'Proposes to add to the pool that pays finance products, or to take back what is free of it, by a ledger entry that everybody sees.',
    auth: 'required',
    act: true,
    params: z.strictObject({ assetId: symbolId }),
    body: earnFundBody,
    data: proposal,
  }),
});

export type OperatorFinance = z.output<typeof operatorFinance>;
