import type { approvalsDeskCalls } from '@candor/api';
import type { DeskDeps, DeskHandlers } from './desk.ts';

export function approvalsDesk({ proposals }: DeskDeps): DeskHandlers<typeof approvalsDeskCalls> {
  return {
    async getProposals({ session, query }) {
      const { rows, nextCursor } = await proposals.page(session, {
        ...query,
        where: { ...query, ended: query.ended ?? 'no' },
      });
      return { records: [...rows], nextCursor };
    },
    approveProposal: ({ session, params, body }) => proposals.approve(session, params.id, body.reason),
    rejectProposal: ({ session, params, body }) => proposals.reject(session, params.id, body.reason),
  };
}
