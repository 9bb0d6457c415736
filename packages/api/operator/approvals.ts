import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { idText, timeMs } from '../scalars.ts';
import { reason } from './fields.ts';
import { filterText, tablePage, tableQuery } from './tables.ts';

/** `outdated`: what it would have changed had changed meanwhile. */
export const proposalState = z.enum(['open', 'approved', 'rejected', 'withdrawn', 'expired', 'outdated']);

const details = z.record(z.string(), z.string());

export const proposalRow = z.strictObject({
  id: z.number().int(),
  /** The proposed act, as it is declared. */
  act: z.string(),
  /** The declared details of the act: what stands now, null where nothing is replaced, and what would stand. */
  before: details.nullable(),
  after: details,
  /** The proposer's reason, which users read once it is done. */
  reason: z.string(),
  proposer: z.string(),
  createTime: timeMs,
  expireTime: timeMs,
  state: proposalState,
  decider: z.string().nullable(),
  decisionReason: z.string().nullable(),
  decisionTime: timeMs.nullable(),
  /** The command that an approved act sent to the kernel; null for none. */
  command: z.strictObject({ seq: z.number().int().nullable(), rejection: z.string().nullable() }).nullable(),
  /** True if the caller proposed it, and so may withdraw it but not approve it. */
  isOwn: z.boolean(),
  /** True if the caller may approve or reject it now. */
  mayDecide: z.boolean(),
  /** True if its approval asks for a code of the approver's authenticator. */
  asksFactor: z.boolean(),
});

const decision = {
  method: 'POST',
  section: 'operator',
  auth: 'required',
  act: true,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ reason }),
  data: proposalRow,
} as const;

export const approvalsDeskCalls = defineCalls({
  getProposals: defineCall({
    method: 'GET',
    path: '/api/console/proposals',
    section: 'operator',
    summary:
      'Lists proposals, newest first: the open ones, or those that ended. `until` is when they ended, or will end.',
    auth: 'required',
    query: z.strictObject({
      ...tableQuery(['time', 'until']),
      ended: z.enum(['yes', 'no']).optional(),
      act: z
        .string()
        .regex(/^[A-Za-z]{1,60}$/)
        .optional(),
      /** A part of the proposer's name. */
      operator: filterText.optional(),
      state: proposalState.optional(),
    }),
    data: tablePage(proposalRow),
  }),
  approveProposal: defineCall({
    ...decision,
    path: '/api/console/proposals/{id}/approve',
    summary:
      'Approves what another operator proposed: it is done at once, and exactly once. What moves a user’s money asks for a code of the authenticator.',
    body: z.strictObject({
      reason,
      code: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    }),
  }),
  rejectProposal: defineCall({
    ...decision,
    path: '/api/console/proposals/{id}/reject',
    summary: 'Rejects what another operator proposed, or withdraws an own proposal.',
  }),
});

/** The answer of an act that waits for approval. */
export const proposal = z.strictObject({ proposalId: z.number().int() });

export type ProposalRow = z.output<typeof proposalRow>;
