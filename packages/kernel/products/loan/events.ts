import type { Amount } from '@candor/money';
import type { CreditInputs, CreditScore, LoanTerms } from '@candor/rules';
import type { LoanOfferTerms } from './commands.ts';

interface OfLoan {
  readonly loanId: number;
  readonly userId: number;
  readonly assetId: number;
}

export interface LoanOfferedEvent extends LoanOfferTerms {
  readonly type: 'loanOffered';
  readonly offerId: number;
  readonly opensMs: number;
  readonly reason: string;
}

export interface LoanOfferClosedEvent {
  readonly type: 'loanOfferClosed';
  readonly offerId: number;
  readonly closesMs: number;
  readonly reason: string;
}

/** Coins of the pool that are not lent, before and after. */
export interface LoanFundedEvent {
  readonly type: 'loanFunded';
  readonly assetId: number;
  readonly before: Amount;
  readonly after: Amount;
  readonly reason: string;
}

/** A loan was paid out. Its whole schedule follows from the terms, the amount and the second. */
export interface LoanPaidOutEvent extends OfLoan {
  readonly type: 'loanPaidOut';
  readonly offerId: number;
  readonly applicationId: number;
  readonly terms: LoanTerms;
  readonly amount: Amount;
  readonly beganSecond: number;
  /** Equal payment of each instalment but the last; 0 for other methods. */
  readonly payment: Amount;
  /** Most that the borrower accepted to repay in all, paid on time. */
  readonly totalAtMost: Amount;
  readonly inputs: CreditInputs;
  readonly credit: CreditScore;
  /** Limit of what the user may owe, and what was owed before. */
  readonly limit: Amount;
  readonly owedBefore: Amount;
  /** Coins of the pool that are not lent, afterwards. */
  readonly poolFree: Amount;
}

/** An instalment fell due: its interest and its principal are to be paid now. */
export interface LoanDueEvent extends OfLoan {
  readonly type: 'loanDue';
  readonly number: number;
  readonly dueSecond: number;
  readonly interest: Amount;
  readonly principal: Amount;
  /** Principal that is not due, before, and the second from which interest on it counts. */
  readonly notDue: Amount;
  readonly fromSecond: number;
  /** All downtime up to the due second, in ms. */
  readonly downtimeMs: number;
}

/** Overdue interest of an instalment was charged up to a second. */
export interface LoanOverdueChargedEvent extends OfLoan {
  readonly type: 'loanOverdueCharged';
  readonly number: number;
  readonly amount: Amount;
  /** Seconds overdue since the charge before, without downtime, and the principal that was unpaid in them. */
  readonly seconds: number;
  readonly unpaid: Amount;
  readonly atSecond: number;
}

/** Part of a payment that reached one instalment. */
export interface PaidInstalment {
  readonly number: number;
  readonly interest: Amount;
  readonly principal: Amount;
  readonly overdue: Amount;
}

/** A loan was repaid, in part or as a whole. */
export interface LoanRepaidEvent extends OfLoan {
  readonly type: 'loanRepaid';
  /** `collection` takes what is free at a due time, as agreed in the terms. */
  readonly by: 'owner' | 'collection';
  readonly atSecond: number;
  readonly amount: Amount;
  readonly paid: readonly PaidInstalment[];
  /** Interest to the second and principal that were not due. */
  readonly earlyInterest: Amount;
  readonly earlyPrincipal: Amount;
  /** State afterwards: what is due, what is not, and the payment of each instalment from now on. */
  readonly owedDue: Amount;
  readonly principalLeft: Amount;
  readonly payment: Amount;
  readonly settled: boolean;
  readonly poolFree: Amount;
}

/** Reason of a change of a credit record. */
export type CreditCause = 'onTime' | 'late' | 'later' | 'overdue' | 'overdueEnded';

/** The record behind a user's credit score changed. Counts are those of the last 24 months. */
export interface CreditChangedEvent extends OfLoan {
  readonly type: 'creditChanged';
  readonly number: number;
  readonly cause: CreditCause;
  readonly onTime: number;
  readonly late: number;
  readonly later: number;
  readonly isOverdue: boolean;
}

export type LoanEvent =
  | LoanOfferedEvent
  | LoanOfferClosedEvent
  | LoanFundedEvent
  | LoanPaidOutEvent
  | LoanDueEvent
  | LoanOverdueChargedEvent
  | LoanRepaidEvent
  | CreditChangedEvent;

export type LoanRejection =
  | 'LOAN_OFFER_UNKNOWN'
  /** Not open yet, or closed. */
  | 'LOAN_OFFER_CLOSED'
  /** Below the least or above the most of the offer, or a payment that reaches no principal. */
  | 'LOAN_AMOUNT'
  /** The terms cannot repay this amount. */
  | 'LOAN_TERMS'
  /** Paid out now, the loan would come to more than its borrower accepted. */
  | 'LOAN_TOTAL_ABOVE'
  /** Above the limit of the user's credit score. */
  | 'LOAN_LIMIT'
  /** The pool has too little. */
  | 'LOAN_POOL_SHORT'
  | 'LOAN_TOO_MANY'
  /** No open loan of the sender has this id. */
  | 'LOAN_ENDED';

declare module '../../rejections.ts' {
  interface ProductRejections {
    readonly loan: LoanRejection;
  }
}
