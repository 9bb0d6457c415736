import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { coinCode, positiveDecimal } from '../scalars.ts';
import { proposal } from './approvals.ts';
import { correctionKinds } from './correction-kinds.ts';
import { reason } from './fields.ts';

export const correctionsDeskCalls = defineCalls({
  correctBalance: defineCall({
    method: 'POST',
    path: '/api/console/corrections',
    section: 'operator',
    summary:
      'Proposes to credit a user from the house’s account, by a double entry with a reason that the user reads. Nothing debits a user.',
    auth: 'required',
    act: true,
    body: z.strictObject({
      /** Users have ids from 1000 up. */
      userId: z.number().int().min(1_000).max(Number.MAX_SAFE_INTEGER),
      coin: coinCode,
      amount: positiveDecimal,
      kind: z.enum(correctionKinds),
      reason,
    }),
    data: proposal,
  }),
});
