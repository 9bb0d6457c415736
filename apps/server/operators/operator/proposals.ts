import { hash } from 'node:crypto';
import { asksFactor, type FourEyesName, isFourEyes, mayCall, type ProposalRow } from '@candor/api';
import { type Db, idOf, type TableLook, type TablePage, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { createTurns, type Turns } from '../../base/limits/turns.ts';
import { errorKeyOfRejection, refuseLate } from '../../engine/acts/index.ts';
import type { Outbox } from '../../engine/outbox/index.ts';
import type { AddedLately } from './beside.ts';
import type { ActDetails, FourEyesActs, FourEyesEffect } from './four-eyes.ts';
import type { NewEntry, OperatorLog } from './log.ts';
import type { Operator } from './operator-types.ts';
import { createProposalEnds } from './proposal-ends.ts';
import {
  createProposalRows,
  isApprover,
  type NamedRow,
  type ProposalFilters,
  type Row,
} from './proposal-rows.ts';
import { lockStaff } from './staff-lock.ts';

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

/** Shows the approver's second factor within the approval. */
export type ShowFactor = (trx: Trx) => Promise<void>;

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
  const { append, settle, end } = createProposalEnds({ db, log, now });

  const actOf = ({ act }: Pick<Row, 'act'>) => {
    if (!isFourEyes(act)) throw new Refusal('OPERATOR_PROPOSAL_OUTDATED');
    return { name: act, ...acts[act] };
  };

  /**
   * Returns true while the proposer may still propose the act. Both rows are locked, so that a role that is taken away
   * meanwhile neither proposes nor approves.
   * @throws Refusal OPERATOR_NOT_ALLOWED, OPERATOR_TOO_NEW, REVIEW_ADDED_OPERATOR
   */
  async function mustApprove(
    trx: Trx,
    operator: Operator,
    row: NamedRow,
    act: FourEyesName,
  ): Promise<boolean> {
    await lockStaff(trx);
    const people = await trx
      .selectFrom('operator.person')
      .selectAll()
      .where('operator_id', 'in', [BigInt(operator.operatorId), row.proposer_id])
      .orderBy('operator_id')
      .forUpdate()
      .execute();
    const person = people.find(({ operator_id }) => idOf(operator_id) === operator.operatorId);
    const proposer = people.find(({ operator_id }) => idOf(operator_id) === idOf(row.proposer_id));
    if (person === undefined || proposer === undefined) throw new Error('an operator of a proposal is gone');
    if (person.disabled_at !== null || !isApprover({ ...operator, role: person.role }, row))
      throw new Refusal('OPERATOR_NOT_ALLOWED');
    if (person.approves_from.getTime() > now()) throw new Refusal('OPERATOR_TOO_NEW');
    if (await addedLately(trx, operator.operatorId, idOf(row.proposer_id)))
      throw new Refusal('REVIEW_ADDED_OPERATOR');
    return proposer.disabled_at === null && mayCall(proposer.role, act);
  }

  async function run(trx: Trx, row: NamedRow, effect: FourEyesEffect, approver: Operator): Promise<void> {
    const { name } = actOf(row);
    const { key, reason } = row;
    const details = JSON.parse(row.after) as NewEntry<typeof name>['details'];
    if ('within' in effect) {
      await effect.within(trx, key);
      await append(trx, row.proposer, name, { ...details, reason });
      return;
    }
    const { command } = effect;
    const body = typeof command === 'function' ? command(approver) : command;
    // first, for it holds the rows of the subject: what others promise of it meanwhile stands behind
    await effect.beside?.(trx, approver, reason);
    await outbox.promise(trx, { key, userId: 0, body });
    await append(trx, row.proposer, name, { ...details, reason, key });
  }

  async function approveInTurn(
    operator: Operator,
    row: NamedRow,
    reason: string,
    factor: ShowFactor | undefined,
  ): Promise<void> {
    const { name, before, effect } = actOf(row);
    const stands = await before(row.payload);
    const isChanged = (stands === null ? null : JSON.stringify(stands)) !== row.before;
    const isOutdated = await db.transaction().execute(async (trx) => {
      refuseLate(now());
      const isOutdated = !(await mustApprove(trx, operator, row, name)) || isChanged;
      if (asksFactor(name)) {
        if (factor === undefined) throw new Refusal('OPERATOR_SECOND_FACTOR_WRONG', { field: 'code' });
        await factor(trx);
      }
      await end(trx, row, isOutdated ? 'outdated' : 'approved', operator, reason);
      if (!isOutdated) await run(trx, row, effect(row.payload), operator);
      return isOutdated;
    });
    if (isOutdated) throw new Refusal('OPERATOR_PROPOSAL_OUTDATED');
  }

  /** Hands the command of an approved act to the kernel; again it gets the same answer. */
  async function deliver(row: NamedRow): Promise<void> {
    const effect = actOf(row).effect(row.payload);
    if (!('command' in effect)) return;
    const { rejection } = await outbox.deliver(row.key);
    if (rejection !== null) throw new Refusal((effect.errorOf ?? errorKeyOfRejection)(rejection));
  }

  return {
    async propose(operator, { act, after, payload, reason }, key) {
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
        await append(trx, operator.name, 'proposeAct', details);
        return id;
      });
    },
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
        if (!isRetry) await approveInTurn(operator, row, reason, factor);
        await deliver(row);
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
          await end(trx, row, state, operator, reason);
        });
        return shown(operator, id);
      }),
  };
}
