import type { Amount } from '@candor/money';
import type { CreditInputs, LoanOwed, LoanRow, LoanTerms } from '@candor/rules';
import type { RejectionCode } from '../../rejections.ts';
import type { LoanOfferTerms, PayOutLoan } from './commands.ts';

export interface LoanOfferView extends LoanOfferTerms {
  readonly offerId: number;
  readonly opensMs: number;
  /** Null while no end is set. */
  readonly closesMs: number | null;
}

/** The pool in one asset. */
export interface LoanPoolView {
  readonly assetId: number;
  /** Coins that can be lent. */
  readonly free: Amount;
  /** Sum that all borrowers owe, interest included as far as it is due. */
  readonly receivable: Amount;
}

/** Unpaid parts of an instalment that is due. */
export interface DueInstalmentView {
  readonly number: number;
  readonly dueSecond: number;
  readonly interest: Amount;
  readonly principal: Amount;
  /** Overdue interest up to now. */
  readonly overdue: Amount;
}

/** An open loan as it stands at the kernel's time. */
export interface PowerLoanView {
  readonly loanId: number;
  readonly userId: number;
  readonly offerId: number;
  readonly assetId: number;
  readonly amount: Amount;
  readonly terms: LoanTerms;
  readonly beganSecond: number;
  readonly due: readonly DueInstalmentView[];
  /** Instalments that fall due later, if nothing is repaid before. */
  readonly rows: readonly LoanRow[];
  readonly owed: LoanOwed;
  /** Price of repaying all now. */
  readonly all: Amount;
  readonly isOverdue: boolean;
}

/** Record behind a credit score: all of its inputs that loans decide. */
export type CreditRecordView = Pick<CreditInputs, 'onTime' | 'late' | 'later' | 'isOverdue'>;

/** View of power loans for others. */
export interface LoansView {
  offers(): readonly LoanOfferView[];
  pools(): readonly LoanPoolView[];
  /** Open loans of a user, the oldest first. */
  loans(userId: number): readonly PowerLoanView[];
  credit(userId: number): CreditRecordView;
  /** Sum that a user owes of principal and of what is due, in base units. */
  owed(userId: number): Amount;
  /** Reason why a payout would be refused at the kernel's time; null where it would not. */
  refusal(payout: Omit<PayOutLoan, 'type'>): RejectionCode | null;
}
