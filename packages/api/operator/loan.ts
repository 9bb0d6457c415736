import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { loanProductRow } from '../loan/rows.ts';
import { decimal, positiveDecimal, timeMs } from '../scalars.ts';
import { proposal } from './approvals.ts';
import { reason, symbolId } from './fields.ts';

const count = z.number().int().nonnegative();
const positive = z.number().int().positive();
const source = z.enum(['practice', 'house']);
const percentOrZero = z.string().regex(/^(0|[1-9]\d{0,2})(\.\d{1,4})?$/);

/** Offers of power loans and their pool, as operators see and change them. */
export const operatorLoans = z.strictObject({
  /** True where the pool can be funded out of practice custody. */
  practice: z.boolean(),
  now: timeMs,
  pools: z.array(
    z.strictObject({
      assetId: count,
      coin: z.string(),
      /** Coins that can be lent, and what borrowers owe. */
      free: decimal,
      owed: decimal,
      /** Amount that the house's own account could add. */
      houseAvailable: decimal,
    }),
  ),
  offers: z.array(loanProductRow),
});

export const loanDeskCalls = defineCalls({
  getOperatorLoans: defineCall({
    method: 'GET',
    path: '/api/console/loans',
    section: 'operator',
    summary: 'Returns the offers of power loans and the pool that lends.',
    auth: 'required',
    data: operatorLoans,
  }),
  offerLoan: defineCall({
    method: 'POST',
    path: '/api/console/loans/{assetId}/offers',
    section: 'operator',
    summary:
      'Proposes an offer of power loans for later applications, with a reason. It never changes: other terms are another offer.',
    auth: 'required',
    act: true,
    params: z.strictObject({ assetId: symbolId }),
    body: z.strictObject({
      method: z.enum(['maturity', 'interestFirst', 'equal']),
      cycle: z.enum(['day', 'month']),
      /** Days or months between two due dates. */
      cycleCount: positive,
      instalments: positive,
      dailyPercent: positiveDecimal,
      overduePercent: percentOrZero,
      /** Limit of an instalment’s overdue interest, in percent of its principal. */
      overdueCapPercent: percentOrZero,
      minAmount: positiveDecimal,
      maxAmount: positiveDecimal,
      /** Null for the moment of its approval. */
      opensTime: timeMs.nullable(),
      reason,
    }),
    data: proposal,
  }),
  closeLoanOffer: defineCall({
    method: 'POST',
    path: '/api/console/loans/offers/{offerId}/close',
    section: 'operator',
    summary:
      'Proposes that an offer takes no further applications from a time on. Loans that were paid out keep their terms.',
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
  fundLoanPool: defineCall({
    method: 'POST',
    path: '/api/console/loans/{assetId}/pool',
    section: 'operator',
    summary:
      'Proposes to add to the pool that lends, or to take back what is not lent, by a ledger entry that everybody sees.',
    auth: 'required',
    act: true,
    params: z.strictObject({ assetId: symbolId }),
    body: z.strictObject({ amount: positiveDecimal, direction: z.enum(['add', 'take']), source, reason }),
    data: proposal,
  }),
});

export type OperatorLoans = z.output<typeof operatorLoans>;
