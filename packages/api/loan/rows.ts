import { z } from 'zod';
import { journalPlace } from '../records.ts';
import { decimal, timeMs } from '../scalars.ts';
import { loanRejections } from './rules.ts';

const count = z.number().int().nonnegative();
export const id = z.number().int().positive();
export const repayType = z.enum(['maturity', 'interestFirst', 'equal']);
/** SHA-256 in hex of the text of a product's terms, see `loanTermsText` of the rules. */
export const termsHash = z.string().regex(/^[0-9a-f]{64}$/);

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
  /** Sum that borrowers owe, interest included as far as it is due. */
  owed: decimal,
  /** Principal that was paid out and is not repaid. Nothing of it is ever written off: no act can. */
  lent: decimal,
  /** Interest and principal that fell due and are unpaid. */
  overdue: decimal,
  /** Loans that are not settled. */
  loans: count,
  /** Coins that Candor added, less what it took back: free + lent = funded + interestTotal + overdueInterestTotal. */
  funded: decimal,
  /** Interest that borrowers really paid, by the kernel's journal; overdue interest stands apart. */
  interest30Days: decimal,
  interestTotal: decimal,
  overdueInterest30Days: decimal,
  overdueInterestTotal: decimal,
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
  /** Parts of a repayment, '0' for all others: what came back of the loan, and what its borrower paid for it. */
  principal: decimal,
  interest: decimal,
  overdueInterest: decimal,
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

/** Points that loans decide: those of paid instalments, less those of an overdue one. */
const creditStanding = z.strictObject({
  points: z.number().int(),
  /** Instalments of the last 24 months by when they were paid. */
  onTime: count,
  late: count,
  later: count,
  isOverdue: z.boolean(),
});

/** A change of the credit score by a loan, with its points by the published formula before and after. */
export const creditChangeRow = z.strictObject({
  /** Number of the command and place among its events, as "512.1". */
  id: z.string(),
  time: timeMs,
  /** An instalment was paid: on time, late, or very late; or one became overdue, or nothing is overdue any more. */
  cause: z.enum(['onTime', 'late', 'later', 'overdue', 'overdueEnded']),
  /** Number of the application, by which the record of the loan is found. */
  applicationId: id,
  loanId: id,
  /** Number of the instalment. */
  number: id,
  /** Left by the change before. An instalment that is older than 24 months counts until the next change. */
  before: creditStanding,
  after: creditStanding,
  seq: count,
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
  /** The most that the borrower accepted to repay in all, paid on time. */
  totalAtMost: decimal,
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
    /** The most that the borrower accepted to repay in all, paid on time: the instalments as agreed come to no more. */
    totalAtMost: decimal,
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

export type LoanProductRow = z.output<typeof loanProductRow>;
export type LoanPoolEntryRow = z.output<typeof loanPoolEntryRow>;
export type LoanRow = z.output<typeof loanRow>;
export type LoanRecordStatus = z.output<typeof loanRecordStatus>;
export type LoanRecordRow = z.output<typeof loanRecordRow>;
export type LoanEntryRow = z.output<typeof loanEntryRow>;
export type LoanDetail = z.output<typeof loanDetail>;
export type CreditScoreRow = z.output<typeof creditScoreRow>;
export type CreditChangeRow = z.output<typeof creditChangeRow>;
export type LoanPoolRow = z.output<typeof loanPoolRow>;
