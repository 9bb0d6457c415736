import type { approvalsDeskCalls } from '@candor/api';
import type { DeskDeps, DeskHandlers } from './desk.ts';

const DEFAULT_PAGE = 50;

export function approvalsDesk({ proposals }: DeskDeps): DeskHandlers<typeof approvalsDeskCalls> {
  return {
    async getProposals({ session, query }) {
      const limit = query.pageSize ?? DEFAULT_PAGE;
      const before = query.cursor === undefined ? null : Number(query.cursor);
      const records = await proposals.page(session, query.ended === 'yes', before, limit);
      const last = records.at(-1);
      const nextCursor = records.length === limit && last !== undefined ? String(last.id) : null;
      return { records: [...records], nextCursor };
    },
    approveProposal: ({ session, params, body }) => proposals.approve(session, params.id, body.reason),
    rejectProposal: ({ session, params, body }) => proposals.reject(session, params.id, body.reason),
  };
}
