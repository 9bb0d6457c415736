import { hash } from 'node:crypto';
import type { FourEyesName, ProposalRow } from '@candor/api';
import { type Db, idOf, type TableLook, type TablePage } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { createTurns, type Turns } from '../../base/limits/turns.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { Outbox } from '../../engine/outbox/index.ts';
import type { AddedLately } from './beside.ts';
import type { ActDetails, FourEyesActs } from './four-eyes.ts';
import type { OperatorLog } from './log.ts';
import type { Operator } from './operator-types.ts';
import { type ApprovalContext, approveProposal, deliver, type ShowFactor } from './proposal-approval.ts';
import { createProposalEnds } from './proposal-ends.ts';
import { createProposalRows, isApprover, type ProposalFilters, type Row } from './proposal-rows.ts';

/** An act as it is proposed. */
export interface NewProposal {
  readonly act: FourEyesName;
  /** The declared details of the act as they would stand. */
  readonly after: ActDetails;
  /** Input of the `FourEyesAct`. */
  readonly payload: string;
  readonly reason: string;
}

/**
 * Four eyes: an act is proposed by one operator and done when another one, of a role that may, approves it. It is done
 * exactly once, within 24 hours, and only while what it replaces stands as the proposer saw it and the proposer may still
 * propose it.
 */
export interface Proposals {
  /** A retry under the same key gets the same number. @throws Refusal KEY_REUSED_WITH_OTHER_BODY */
  propose(operator: Operator, proposal: NewProposal, key: string): Promise<number>;
  /** Open ones, or those that ended; newest first unless the look orders them otherwise. */
  page(operator: Operator, look: TableLook<ProposalFilters>): Promise<TablePage<ProposalRow>>;
  /**
   * Resolves when it is done and durable.
   * @throws Refusal OPERATOR_OWN_PROPOSAL, OPERATOR_NOT_ALLOWED, OPERATOR_TOO_NEW, REVIEW_ADDED_OPERATOR, OPERATOR_PROPOSAL_ENDED,
   *   OPERATOR_SECOND_FACTOR_WRONG where the act asks for a factor,
   *   OPERATOR_PROPOSAL_OUTDATED, NOT_FOUND, or what the kernel rejects
   */
  approve(operator: Operator, id: number, reason: string, factor?: ShowFactor): Promise<ProposalRow>;
  /** Rejects it, or withdraws an own one. @throws Refusal OPERATOR_NOT_ALLOWED, OPERATOR_PROPOSAL_ENDED, NOT_FOUND */
  reject(operator: Operator, id: number, reason: string): Promise<ProposalRow>;
}

export interface ProposalsOptions {
  readonly db: Db;
  readonly log: OperatorLog;
  readonly outbox: Outbox;
  readonly acts: FourEyesActs;
  readonly addedLately: AddedLately;
  readonly now: () => number;
}

export const PROPOSAL_MS = 24 * 3_600_000;
const SHOWN_DIGITS = 16;

/** Binds what was proposed to its entry of the log. */
function digestOf({ act, payload, before, after, reason }: Row): string {
  const content = JSON.stringify(['candor proposal', act, payload, before, after, reason]);
  return hash('sha256', content).slice(0, SHOWN_DIGITS);
}

export function createProposals({ db, log, outbox, acts, addedLately, now }: ProposalsOptions): Proposals {
  // one approval at a time: what the diff was made from is read, and the command is durable, before the next one
  const turns: Turns = createTurns(1);
  const { find, shown, page } = createProposalRows({ db, outbox, now });
  const ends = createProposalEnds({ db, log, now });
  const { settle, end } = ends;
  const context: ApprovalContext = { db, outbox, acts, addedLately, ends, now };

  return {
    propose: (operator, proposal, key) => propose(context, operator, proposal, key),
    async page(operator, look) {
      await settle();
      return page(operator, look);
    },
    approve: (operator, id, reason, factor) =>
      turns.run('approve', async () => {
        await settle();
        const row = await find(id);
        if (idOf(row.proposer_id) === operator.operatorId) throw new Refusal('OPERATOR_OWN_PROPOSAL');
        const isRetry = row.state === 'approved' && Number(row.decider_id) === operator.operatorId;
        if (!isRetry) await approveProposal(context, row, { operator, reason, factor });
        await deliver(context, row);
        return shown(operator, id);
      }),
    reject: (operator, id, reason) =>
      turns.run('approve', async () => {
        await settle();
        const row = await find(id);
        const isOwn = idOf(row.proposer_id) === operator.operatorId;
        const state = isOwn ? 'withdrawn' : 'rejected';
        if (row.state === state && Number(row.decider_id) === operator.operatorId) return shown(operator, id);
        await db.transaction().execute(async (trx) => {
          refuseLate(now());
          if (!isOwn && !isApprover(operator, row)) throw new Refusal('OPERATOR_NOT_ALLOWED');
          await end(trx, row, { state, operator, reason });
        });
        return shown(operator, id);
      }),
  };
}

/** Enters a proposal; a retry under the same key finds the one that it entered. */
async function propose(
  { db, acts, ends, now }: ApprovalContext,
  operator: Operator,
  { act, after, payload, reason }: NewProposal,
  key: string,
): Promise<number> {
  const stands = await acts[act].before(payload);
  return db.transaction().execute(async (trx) => {
    const timeMs = now();
    const values = {
      act,
      key,
      payload,
      reason,
      before: stands === null ? null : JSON.stringify(stands),
      after: JSON.stringify(after),
    };
    const found = await trx
      .insertInto('operator.proposal')
      .values({
        ...values,
        proposer_id: operator.operatorId,
        created_at: new Date(timeMs),
        expires_at: new Date(timeMs + PROPOSAL_MS),
        decider_id: null,
        decision_reason: null,
        decided_at: null,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (found === undefined) {
      const earlier = await trx
        .selectFrom('operator.proposal')
        .select(['proposal_id', 'payload', 'reason'])
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      if (earlier.payload !== payload || earlier.reason !== reason)
        throw new Refusal('KEY_REUSED_WITH_OTHER_BODY');
      return idOf(earlier.proposal_id);
    }
    refuseLate(now());
    const id = idOf(found.proposal_id);
    const details = { act, proposal: String(id), digest: digestOf(found), reason };
    await ends.append(trx, operator.name, 'proposeAct', details);
    return id;
  });
}
