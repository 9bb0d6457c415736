import type { CreditCause } from '@candor/kernel';
import { Codes } from '../../codes.ts';

/** Event of a loan as its owner reads it. */
export type LoanEntryKind = 'paidOut' | 'due' | 'overdueCharged' | 'repaid';
/** Movement of what the pool can lend. */
export type LoanPoolKind = 'funding' | 'paidOut' | 'repaid';

export const loanEntryKinds = new Codes<LoanEntryKind>({ paidOut: 0, due: 1, overdueCharged: 2, repaid: 3 });
export const loanPoolKinds = new Codes<LoanPoolKind>({ funding: 0, paidOut: 1, repaid: 2 });
export const creditCauses = new Codes<CreditCause>({
  onTime: 0,
  late: 1,
  later: 2,
  overdue: 3,
  overdueEnded: 4,
});
