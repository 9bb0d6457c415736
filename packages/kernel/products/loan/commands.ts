import type { Amount } from '@candor/money';
import type { CreditKyc, LoanTerms } from '@candor/rules';

/** An offer of loans: its terms, and the amounts that it lends. */
export interface LoanOfferTerms extends LoanTerms {
  readonly assetId: number;
  /** Bounds of one loan. */
  readonly minAmount: Amount;
  readonly maxAmount: Amount;
}

/** Offers loans from a named time on. An offer never changes: other terms are another offer, under another id. */
export interface OfferLoan extends LoanOfferTerms {
  readonly type: 'offerLoan';
  /** 0 opens it at once. */
  readonly opensMs: number;
  readonly reason: string;
}

/** Ends an offer at a named time, or at once where that has passed. Loans that were paid out under it keep their terms. */
export interface CloseLoanOffer {
  readonly type: 'closeLoanOffer';
  readonly offerId: number;
  readonly closesMs: number;
  readonly reason: string;
}

/** Moves coins of a house account into the pool; below 0 gives back what is not lent. */
export interface FundLoanPool {
  readonly type: 'fundLoanPool';
  readonly assetId: number;
  readonly amount: Amount;
  /** 0 for practice custody, in practice mode alone. */
  readonly fromUserId: number;
  readonly reason: string;
}

/** Inputs of the credit score that the kernel does not know by itself. */
export interface CreditProfile {
  readonly kyc: CreditKyc;
  readonly memberDays: number;
}

/** Pays out an approved application: the whole amount, with no fee. */
export interface PayOutLoan extends CreditProfile {
  readonly type: 'payOutLoan';
  readonly accountUserId: number;
  readonly offerId: number;
  readonly amount: Amount;
  /** Number of the application that was approved. */
  readonly applicationId: number;
  /** Most that the borrower accepted to repay in all, paid on time. A payout that would come to more is refused. */
  readonly totalAtMost: Amount;
}

/** Repays out of the sender's spot wallet; `amount` null repays all. What is more than owed is not taken. */
export interface RepayLoan {
  readonly type: 'repayLoan';
  readonly loanId: number;
  readonly amount: Amount | null;
}

export type LoanCommand = OfferLoan | CloseLoanOffer | FundLoanPool | PayOutLoan | RepayLoan;
