import { termsHash, termsText } from '../terms-text.ts';
import type { LoanTerms } from './terms.ts';

/** Terms of a product of loans as they are published: amounts are decimals of the asset, without trailing zeros. */
export interface PublishedLoanTerms extends LoanTerms {
  readonly offerId: number;
  /** Code of the asset. */
  readonly asset: string;
  /** Bounds of one loan. */
  readonly minAmount: string;
  readonly maxAmount: string;
}

/** Names of the lines in their fixed order. */
const LINES = [
  'offerId',
  'asset',
  'method',
  'cycle',
  'cycleCount',
  'instalments',
  'dailyPpm',
  'overduePpm',
  'overdueCapPpm',
  'minAmount',
  'maxAmount',
] as const satisfies readonly (keyof PublishedLoanTerms)[];

/** The terms as text, one `name: value` a line: the text that `loanTermsHash` is taken of, in every language. */
export const loanTermsText = (terms: PublishedLoanTerms): string => termsText('candor-loan-1', LINES, terms);

/** Hex SHA-256 of the terms: the borrower accepts it with the application, and other terms have another one. */
export const loanTermsHash = (terms: PublishedLoanTerms): string => termsHash(loanTermsText(terms));
