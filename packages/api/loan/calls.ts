import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { decimal, positiveDecimal, timeMs } from '../scalars.ts';

const count = z.number().int().nonnegative();
const id = z.number().int().positive();
const repayType = z.enum(['maturity', 'interestFirst', 'equal']);

/** The terms that a product and each of its loans have alike: a product never changes. */
const loanTerms = {
  offerId: id,
  coin: z.string(),
  /** Decimals of the coin's base unit. */
  scale: count,
  repayType,
  /** The period between two due dates: so many days or months. */
  cycle: z.enum(['day', 'month']),
  cycleCount: id,
  /** Number of due dates. */
  instalments: id,
  /** Interest of one day for one coin that is not due; 0.0003 is 0.03 %. */
  dailyRate: decimal,
  dailyPpm: count,
  /** Interest of one day on the overdue principal of an instalment, instead of the daily rate. */
  overdueRate: decimal,
  overduePpm: count,
  /** Limit of an instalment's overdue interest, as a part of its principal. */
  overdueCap: decimal,
  overdueCapPpm: count,
};

export const loanProductRow = z.strictObject({
  ...loanTerms,
  minAmount: decimal,
  maxAmount: decimal,
  opensTime: timeMs,
  /** Null while nobody set an end. */
  closesTime: timeMs.nullable(),
  state: z.enum(['open', 'upcoming', 'closed']),
});

export const loanPoolRow = z.strictObject({
  coin: z.string(),
  /** Coins that can be lent. */
  free: decimal,
  /** Sum that borrowers owe. */
  owed: decimal,
});

const scheduleRow = { number: id, dueTime: timeMs, interest: decimal, principal: decimal };

export const loanRow = z.strictObject({
  id,
  ...loanTerms,
  amount: decimal,
  beginDate: timeMs,
  status: z.enum(['approved', 'overdue']),
  /** The lender: our visible loan pool, which no outside institution stands behind. */
  lendingInstitution: z.literal('pool'),
  /** Unpaid parts of what is due, oldest first, with overdue interest up to now. */
  due: z.array(z.strictObject({ ...scheduleRow, overdueInterest: decimal })),
  /** Instalments that fall due later, if nothing is repaid before. */
  schedule: z.array(z.strictObject(scheduleRow)),
  /** Principal that is not due, and the interest on it up to now. */
  notDue: decimal,
  earlyInterest: decimal,
  /** Price of repaying all now. */
  repayAll: decimal,
});

export const creditScoreRow = z.strictObject({
  score: count,
  /** Points by their source: their sum is the score, within 0 and 1,000. */
  points: z.strictObject({ kyc: count, membership: count, record: count, overdue: z.number().int() }),
  /** Everything that the score follows from. */
  inputs: z.strictObject({
    kyc: z.enum(['none', 'primary', 'advanced']),
    memberDays: count,
    /** Instalments of the last 24 months by when they were paid. */
    onTime: count,
    late: count,
    later: count,
    isOverdue: z.boolean(),
  }),
  /** Coin of the limit; null while no loan is on offer. */
  coin: z.string().nullable(),
  /** Limit of all that may be owed, what is owed, and what is left of the limit. */
  limit: decimal,
  owed: decimal,
  available: decimal,
});

export const loanCalls = defineCalls({
  getRepayTypes: defineCall({
    method: 'POST',
    path: '/api/common/type/t_repay_type',
    section: 'upload',
    summary: 'Lists the ways in which a power loan is repaid.',
    auth: 'none',
    data: z.array(z.strictObject({ id, type: repayType })),
  }),
  getLoanProducts: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/loan/getProducts',
    section: 'wallet',
    summary: 'Lists the products of power loans with their fixed terms, and the pools that pay them out.',
    auth: 'none',
    cost: 2,
    data: z.strictObject({
      products: z.array(loanProductRow),
      pools: z.array(loanPoolRow),
      /** The server’s time. */
      time: timeMs,
    }),
  }),
  getLoans: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/loan/getLoans',
    section: 'wallet',
    summary:
      'Returns the open power loans of the user: what is due, what falls due, and the price of repaying all now.',
    auth: 'required',
    cost: 2,
    data: z.strictObject({ loans: z.array(loanRow), time: timeMs }),
  }),
  repayLoan: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/loan/repay',
    section: 'wallet',
    summary:
      'Repays a power loan out of the spot wallet: what is due first, then overdue interest, then what is not due. No more is taken than is owed.',
    auth: 'required',
    act: true,
    cost: 5,
    body: z.strictObject({
      id,
      /** Null repays all. */
      amount: positiveDecimal.nullable(),
    }),
    data: z.strictObject({
      id,
      /** Owed still, at that second. */
      owed: decimal,
    }),
  }),
  getCreditScore: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/loan/creditScore',
    section: 'wallet',
    summary:
      'Returns the credit score of the user with all of its inputs and points, and the limit that follows from it.',
    auth: 'required',
    cost: 3,
    data: creditScoreRow,
  }),
});
