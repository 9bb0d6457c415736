import { loanCalls } from '@candor/api';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import { type CreditDeps, createCredit } from './credit.ts';
import { loanHandlers } from './handlers.ts';

type Base = OpeningServices & Pick<CreditDeps, 'identity' | 'kyc'>;

export const loan = defineSubject({
  calls: loanCalls,
  open: async (_lifecycle, { core, identity, kyc, now }: Base) => ({
    credit: createCredit({ core, identity, kyc, now }),
  }),
  handlers: loanHandlers,
});
