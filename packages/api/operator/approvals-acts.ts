import { defineActs } from './define-acts.ts';

/** Steps of proposals; `act` is the name of the proposed act, `digest` binds its content to the chain. */
export const approvalsDeskActs = defineActs('approvals', {
  proposeAct: { act: 'act', proposal: 'text', digest: 'text' },
  approveProposal: { act: 'act', proposal: 'text', proposer: 'text' },
  rejectProposal: { act: 'act', proposal: 'text', proposer: 'text' },
  withdrawProposal: { act: 'act', proposal: 'text' },
  expireProposal: { act: 'act', proposal: 'text', proposer: 'text' },
  outdateProposal: { act: 'act', proposal: 'text', proposer: 'text' },
});
