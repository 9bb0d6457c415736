import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { decimal, timeMs } from '../scalars.ts';
import { proposal } from './approvals.ts';
import { reason } from './fields.ts';
import { userIdText } from './tables.ts';

const count = z.number().int().nonnegative();
const percentOrZero = z.string().regex(/^(0|[1-9]\d?)(\.\d{1,4})?$/);

/** Something that an invited user has in common with the inviter. */
const sharedThings = ['device', 'card', 'wallet'] as const;

/** Agents and published shares, and who may have invited themselves. */
const operatorReferral = z.strictObject({
  now: timeMs,
  sharesPercent: z.array(decimal),
  capPercent: decimal,
  agents: z.array(
    z.strictObject({
      userId: count,
      account: z.string(),
      sharePercent: decimal,
      next: z.strictObject({ sharePercent: decimal, effectiveTime: timeMs }).nullable(),
      /** People whom the agent invited directly. */
      invited: count,
    }),
  ),
  /** Newest first. It changes nothing of the rebates: a person looks at both accounts. */
  flagged: z.array(
    z.strictObject({
      userId: count,
      account: z.string(),
      registerTime: timeMs,
      inviterId: count,
      inviter: z.string(),
      /** 1 for who invited the user, 2 for who invited that one, 3 for the next: each earns of the user's fees. */
      generation: z.number().int().min(1).max(3),
      shares: z.array(z.enum(sharedThings)),
    }),
  ),
});

export const referralDeskCalls = defineCalls({
  getOperatorReferral: defineCall({
    method: 'GET',
    path: '/api/console/referral',
    section: 'operator',
    summary:
      'Returns the agents, and invited users who share a device, a card or a wallet with one who earns of their fees.',
    auth: 'required',
    data: operatorReferral,
  }),
  setAgent: defineCall({
    method: 'POST',
    path: '/api/console/referral/agents/{userId}',
    section: 'operator',
    summary:
      'Proposes an agent’s own share from a time on, with a reason. A smaller one takes a day of notice.',
    auth: 'required',
    act: true,
    params: z.strictObject({ userId: userIdText }),
    body: z.strictObject({
      /** 0 for an agent no longer. */
      sharePercent: percentOrZero,
      /** Null for the moment of its approval. */
      effectiveTime: timeMs.nullable(),
      reason,
    }),
    data: proposal,
  }),
});

export type OperatorReferral = z.output<typeof operatorReferral>;
