import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { marketTerms, namedTerms, termsChanges } from '../market/terms.ts';
import { idText, timeMs } from '../scalars.ts';
import { proposal } from './approvals.ts';
import { reason } from './fields.ts';

/** All terms that are changed with notice, and the changes that are announced. */
export const operatorMarketTerms = z.strictObject({
  now: timeMs,
  terms: z.array(namedTerms),
  changes: termsChanges,
});

export const marketTermsDeskCalls = defineCalls({
  getMarketTerms: defineCall({
    method: 'GET',
    path: '/api/console/market-terms',
    section: 'operator',
    summary: 'Returns fees, limits, brackets and margin terms of all markets, with their announced changes.',
    auth: 'required',
    data: operatorMarketTerms,
  }),
  announceMarketTerms: defineCall({
    method: 'POST',
    path: '/api/console/market-terms',
    section: 'operator',
    summary:
      'Proposes to announce other terms, which apply at a whole minute that leaves users their notice. Journaled.',
    auth: 'required',
    act: true,
    body: z.strictObject({ terms: marketTerms, effectiveTime: timeMs, reason }),
    data: proposal,
  }),
  withdrawMarketTerms: defineCall({
    method: 'POST',
    path: '/api/console/market-terms/{changeNo}/withdraw',
    section: 'operator',
    summary:
      'Withdraws an announced change, with a reason that users read: the terms that stand stay. Journaled.',
    auth: 'required',
    act: true,
    params: z.strictObject({ changeNo: idText }),
    body: z.strictObject({ reason }),
    data: operatorMarketTerms,
  }),
});

export type OperatorMarketTerms = z.output<typeof operatorMarketTerms>;
