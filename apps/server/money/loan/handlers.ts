import type { loanCalls } from '@candor/api';
import { LOAN_METHODS } from '@candor/rules';
import type { Handlers } from '../../gateway/http/context.ts';
import { createLoans, type LoansDeps } from './loans.ts';

export function loanHandlers(needs: LoansDeps): Handlers<typeof loanCalls> {
  const loans = createLoans(needs);
  return {
    getRepayTypes: async () => LOAN_METHODS.map((type, at) => ({ id: at + 1, type })),
    getLoanProducts: () => loans.products(),
    getLoans: ({ session }) => loans.list(session.userId),
    repayLoan: ({ session, body, idempotencyKey }) => loans.repay(session.userId, body, idempotencyKey),
    getCreditScore: ({ session }) => loans.credit(session.userId),
  };
}
