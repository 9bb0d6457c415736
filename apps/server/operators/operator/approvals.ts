import type { approvalsDeskCalls } from '@candor/api';
import { visitorOf } from './account.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';

export function approvalsDesk({
  proposals,
  operators,
  secure,
}: DeskDeps): DeskHandlers<typeof approvalsDeskCalls> {
  return {
    async getProposals({ session, query }) {
      const { rows, nextCursor } = await proposals.page(session, {
        ...query,
        where: { ...query, ended: query.ended ?? 'no' },
      });
      return { records: [...rows], nextCursor };
    },
    approveProposal: ({ session, params, body: { reason, code }, ...from }) =>
      code === undefined
        ? proposals.approve(session, params.id, reason)
        : operators.people.withCode(session, code, visitorOf(from, secure), (check) =>
            proposals.approve(session, params.id, reason, check),
          ),
    rejectProposal: ({ session, params, body }) => proposals.reject(session, params.id, body.reason),
  };
}
