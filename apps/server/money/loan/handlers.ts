import type { loanCalls } from '@candor/api';
import { LOAN_METHODS } from '@candor/rules';
import type { Db } from '../../base/database/index.ts';
import { pageOfRequest } from '../../base/records/paging.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { ReviewKind } from '../../gateway/review/index.ts';
import type { Applications } from './applications.ts';
import { createLoans, type LoansDeps } from './loans.ts';
import { createLoanRecords, unpaidRow } from './records.ts';

/** Applications for power loans, and their kind in the operators' queue. */
export interface LoanRoom {
  readonly db: Db;
  readonly applications: Applications;
  readonly review: ReviewKind;
}

export interface LoanHandlersDeps extends Omit<LoansDeps, 'applications'> {
  readonly loans: LoanRoom;
  readonly now: () => number;
}

export function loanHandlers({ loans: room, now, ...needs }: LoanHandlersDeps): Handlers<typeof loanCalls> {
  const { db, applications } = room;
  const loans = createLoans({ ...needs, applications });
  const records = createLoanRecords({ ...needs, applications });
  return {
    getRepayTypes: async () => LOAN_METHODS.map((type, at) => ({ id: at + 1, type })),
    getLoanProducts: () => loans.products(),
    getLoanPoolEntries: ({ query }) => loans.poolEntries(pageOfRequest(query)),
    async applyLoan({ session: { userId }, body, enter }) {
      const checked = await applications.check(userId, body);
      refuseLate(now());
      return db.transaction().execute(async (trx) => {
        await enter.begin(trx);
        const row = await applications.enter(trx, userId, checked);
        const answer = unpaidRow(needs.catalogues.current(), row, checked.offer);
        await enter(trx, answer);
        return answer;
      });
    },
    async cancelLoanApplication({ session, body }) {
      refuseLate(now());
      return records.unpaid(await applications.cancel(session.userId, body.id));
    },
    getLoanRecords: ({ session, query }) =>
      records.list(session.userId, query.status ?? null, pageOfRequest(query)),
    getLoanRecord: ({ session, query }) => records.detail(session.userId, query.id),
    getLoans: ({ session }) => loans.list(session.userId),
    repayLoan: ({ session, body, idempotencyKey }) => loans.repay(session.userId, body, idempotencyKey),
    getCreditScore: ({ session }) => loans.credit(session.userId),
    getCreditChanges: ({ session, query }) => loans.creditChanges(session.userId, pageOfRequest(query)),
  };
}
