import { CREDIT_KYC, LOAN_CYCLES, LOAN_METHODS, type LoanTerms } from '@candor/rules';
import {
  amount,
  type CommandCodecs,
  command,
  number,
  oneOf,
  optional,
  record,
  text,
} from '../../codec/fields.ts';
import type {
  CloseLoanOffer,
  FundLoanPool,
  LoanCommand,
  OfferLoan,
  PayOutLoan,
  RepayLoan,
} from './commands.ts';

export const loanTermsShape = {
  method: oneOf(LOAN_METHODS),
  cycle: oneOf(LOAN_CYCLES),
  cycleCount: number,
  instalments: number,
  dailyPpm: number,
  overduePpm: number,
  overdueCapPpm: number,
} as const;

export const loanTerms = record<LoanTerms>(loanTermsShape);

/** Codes 180 to 189. */
export const loanCodecs: CommandCodecs<LoanCommand> = {
  offerLoan: command<OfferLoan>(180, {
    ...loanTermsShape,
    assetId: number,
    minAmount: amount,
    maxAmount: amount,
    opensMs: number,
    reason: text,
  }),
  closeLoanOffer: command<CloseLoanOffer>(181, { offerId: number, closesMs: number, reason: text }),
  fundLoanPool: command<FundLoanPool>(182, { assetId: number, amount, fromUserId: number, reason: text }),
  payOutLoan: command<PayOutLoan>(183, {
    accountUserId: number,
    offerId: number,
    amount,
    applicationId: number,
    kyc: oneOf(CREDIT_KYC),
    memberDays: number,
    totalAtMost: amount,
  }),
  repayLoan: command<RepayLoan>(184, { loanId: number, amount: optional(amount) }),
};
