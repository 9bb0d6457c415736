import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { accountTier, tierTable } from '../tiers/calls.ts';
import { proposal } from './approvals.ts';
import { reason } from './fields.ts';

const decimalOrZero = z.string().regex(/^(0|[1-9]\d{0,11})(\.\d{1,8})?$/);

/** All tables of account tiers, the newest first, and how many users stand in each tier. */
export const operatorTiers = z.strictObject({
  tables: z.array(tierTable),
  currentVersion: z.number().int(),
  users: z.array(z.strictObject({ tier: accountTier, count: z.number().int() })),
});

export const tiersDeskCalls = defineCalls({
  getOperatorTiers: defineCall({
    method: 'GET',
    path: '/api/console/tiers',
    section: 'operator',
    summary: 'Returns all tables of account tiers and the users of each tier.',
    auth: 'required',
    data: operatorTiers,
  }),
  changeAccountTiers: defineCall({
    method: 'POST',
    path: '/api/console/tiers',
    section: 'operator',
    summary:
      'Proposes the next table of account tiers, with a reason that users read. One that asks more of anybody or gives less takes effect 7 days after its approval at the earliest.',
    auth: 'required',
    act: true,
    body: z.strictObject({
      /** The four tiers, the lowest first. */
      tiers: z.array(z.strictObject({ minDeposit: decimalOrZero, dailyWithdrawal: decimalOrZero })).length(4),
      vipTier: accountTier,
      vipVolume: decimalOrZero,
      /** Days from the approval to its effect. */
      afterDays: z.number().int().min(0).max(365),
      reason,
    }),
    data: proposal,
  }),
});

export type OperatorTiers = z.output<typeof operatorTiers>;
