import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { offerChangeRow } from '../earn/records.ts';
import { factsOf } from '../factors/act-facts.ts';
import { fileLink } from '../files/calls.ts';
import { journalPlace } from '../records.ts';
import {
  decimal,
  idText,
  linePageQuery,
  pageOf,
  pageQuery,
  positiveDecimal,
  timeMs,
  timesQuery,
} from '../scalars.ts';
import { loanRejections } from './rules.ts';

const count = z.number().int().nonnegative();
const id = z.number().int().positive();
const repayType = z.enum(['maturity', 'interestFirst', 'equal']);
/** SHA-256 in hex of the text of a product's terms, see `loanTermsText` of the rules. */
const termsHash = z.string().regex(/^[0-9a-f]{64}$/);

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
  termsHash,
};

export const loanProductRow = z.strictObject({
  ...loanTerms,
  /** The daily rate × 365, without interest on interest. */
  yearlyRate: decimal,
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

/** A movement of the pool, which everybody sees: a loan's borrower is not named. */
export const loanPoolEntryRow = z.strictObject({
  time: timeMs,
  coin: z.string(),
  kind: z.enum(['funding', 'paidOut', 'repaid']),
  /** Change of what can be lent. */
  amount: decimal,
  /** Coins that can be lent after it. */
  balance: decimal,
  /** The operator’s reason for a funding; '' for all others. */
  reason: z.string(),
  seq: count,
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

const credit = {
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
};

export const creditScoreRow = z.strictObject({
  ...credit,
  /** Coin of the limit; null while no loan is on offer. */
  coin: z.string().nullable(),
  /** Limit of all that may be owed; what is owed; what is asked for and waits; what is left of the limit. */
  limit: decimal,
  owed: decimal,
  asked: decimal,
  available: decimal,
});

/** `approved`: the review was passed; the loan is being paid out, or runs and nothing of it is overdue. */
export const loanRecordStatus = z.enum(['pending', 'approved', 'failed', 'settled', 'overdue', 'cancelled']);

/** An application, with the loan that it became. */
const record = {
  /** Number of the application. */
  id,
  /** Null unless it was paid out. */
  loanId: id.nullable(),
  ...loanTerms,
  amount: decimal,
  applyTime: timeMs,
  status: loanRecordStatus,
  /** Why it failed; null in any other state. What to do is `loan.failed.<reason>`. */
  reason: z.enum(loanRejections).nullable(),
  /** By when a pending application is decided; null in any other state. */
  reviewTime: timeMs.nullable(),
  decidedTime: timeMs.nullable(),
  lendingInstitution: z.literal('pool'),
  /** The second of the payout; null unless it was paid out. */
  beginDate: timeMs.nullable(),
  /** The whole interest as agreed at the payout; null before. */
  interest: decimal.nullable(),
  /** The last due date as agreed; null before the payout. */
  repayTime: timeMs.nullable(),
  settledTime: timeMs.nullable(),
  /** Sum of the payments so far; '0' before the payout. */
  repaid: decimal,
};
export const loanRecordRow = z.strictObject(record);

const part = z.strictObject({ number: id, interest: decimal, principal: decimal, overdueInterest: decimal });
const ofEntry = {
  /** Number of the command and place among its events, as "512.1". */
  id: z.string(),
  loanId: id,
  coin: z.string(),
  /** Decimals of the coin's base unit. */
  scale: count,
  /** The second by which it counts. */
  time: timeMs,
  seq: count,
  /** Place in the journal. */
  journal: journalPlace,
};

/** Everything that happened to a loan, oldest first: whoever knows the terms recomputes each from those before. */
export const loanEntryRow = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('paidOut'),
    amount: decimal,
    /** The equal payment of each instalment but the last; '0' for other methods. */
    payment: decimal,
    /** The terms that it was paid out under, and the application that accepted them. */
    offerId: id,
    termsHash,
    applicationId: id,
    ...ofEntry,
  }),
  z.strictObject({ kind: z.literal('due'), number: id, interest: decimal, principal: decimal, ...ofEntry }),
  z.strictObject({
    kind: z.literal('overdueCharged'),
    number: id,
    amount: decimal,
    /** Seconds overdue since the charge before, without downtime, and the principal that was unpaid in them. */
    seconds: count,
    unpaid: decimal,
    ...ofEntry,
  }),
  z.strictObject({
    kind: z.literal('repaid'),
    /** `collection` took what was free in the spot wallet, as agreed in the terms. */
    by: z.enum(['owner', 'collection']),
    amount: decimal,
    /** Parts that reached instalments that were due, oldest first. */
    parts: z.array(part),
    /** Interest to the second and principal that were not due. */
    earlyInterest: decimal,
    earlyPrincipal: decimal,
    /** Afterwards: what is due, what is not, and the payment of each instalment from now on. */
    owedDue: decimal,
    principalLeft: decimal,
    payment: decimal,
    settled: z.boolean(),
    ...ofEntry,
  }),
]);

/** A record with its schedule as agreed, as it stands, and everything that happened. */
export const loanDetail = z.strictObject({
  ...record,
  /** The credit score as it stood when the loan was asked for, and its limit then. */
  asked: z.strictObject({ ...credit, limit: decimal, owed: decimal }),
  /** The schedule that the terms gave at the payout; empty before. */
  agreed: z.array(z.strictObject(scheduleRow)),
  /** The loan as it stands now; null before the payout and once it is settled. */
  loan: loanRow.nullable(),
  entries: z.array(loanEntryRow),
  /** The server’s time. */
  time: timeMs,
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
      /** Newest acts of the operators on the products, with their reasons. */
      changes: z.array(offerChangeRow),
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
  getLoanPoolEntries: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/loan/getPoolEntries',
    section: 'wallet',
    summary: 'Lists the movements of the pool of power loans, newest first: funding, payouts and repayments.',
    auth: 'none',
    cost: 3,
    isShared: true,
    query: z.strictObject(linePageQuery),
    data: pageOf(loanPoolEntryRow),
  }),
  applyLoan: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/loan/apply',
    section: 'wallet',
    summary:
      'Applies for a power loan with three photos of a document. Nothing is paid before the payout. Send the hash of the terms that the user accepted, and the most that they were shown to repay in all: other terms, or more to repay, are refused with LOAN_TERMS_CHANGED.',
    auth: 'required',
    cost: 5,
    opens: () => 'loan',
    act: true,
    stepUp: 'account',
    shows: ({ body: { amount, totalAtMost } }) => factsOf({ amount, totalAtMost }),
    body: z.strictObject({
      offerId: id,
      amount: positiveDecimal,
      /** The most that is repaid in all if each instalment is paid on time, as the borrower was shown it. */
      totalAtMost: positiveDecimal,
      termsHash,
      /** The links that uploads of photos answered. */
      front: fileLink,
      back: fileLink,
      handheld: fileLink,
    }),
    data: loanRecordRow,
  }),
  cancelLoanApplication: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/loan/cancel',
    section: 'wallet',
    summary: 'Takes back an application that is not decided. It costs nothing.',
    auth: 'required',
    keyScope: null,
    act: true,
    body: z.strictObject({ id }),
    data: loanRecordRow,
  }),
  getLoanRecords: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/loan/getRecords',
    section: 'wallet',
    summary: 'Lists the applications and power loans of the user, newest first.',
    auth: 'required',
    keyScope: null,
    cost: 3,
    query: z.strictObject({ status: loanRecordStatus.optional(), ...pageQuery, ...timesQuery }),
    data: pageOf(loanRecordRow),
  }),
  getLoanRecord: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/loan/getRecord',
    section: 'wallet',
    summary:
      'Returns an application and the power loan that it became: its schedule as agreed and as it stands, and everything that happened, each with its place in the journal.',
    auth: 'required',
    keyScope: null,
    cost: 3,
    query: z.strictObject({ id: idText }),
    data: loanDetail,
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
      /** True takes nothing beyond what is due then, such as where a part of it was collected meanwhile. */
      onlyDue: z.boolean().optional(),
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

export type LoanProductRow = z.output<typeof loanProductRow>;
export type LoanPoolEntryRow = z.output<typeof loanPoolEntryRow>;
export type LoanRow = z.output<typeof loanRow>;
export type LoanRecordStatus = z.output<typeof loanRecordStatus>;
export type LoanRecordRow = z.output<typeof loanRecordRow>;
export type LoanEntryRow = z.output<typeof loanEntryRow>;
export type LoanDetail = z.output<typeof loanDetail>;
export type CreditScoreRow = z.output<typeof creditScoreRow>;
