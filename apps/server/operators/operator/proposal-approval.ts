import { asksFactor, isFourEyes, mayCall } from '@candor/api';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { errorKeyOfRejection, refuseLate } from '../../engine/acts/index.ts';
import type { Outbox } from '../../engine/outbox/index.ts';
import type { AddedLately } from './beside.ts';
import type { FourEyesActs } from './four-eyes.ts';
import type { NewEntry } from './log.ts';
import type { Operator } from './operator-types.ts';
import type { createProposalEnds } from './proposal-ends.ts';
import { isApprover, type NamedRow, type Row } from './proposal-rows.ts';
import { lockStaff } from './staff-lock.ts';

/** Shows the approver's second factor within the approval. */
export type ShowFactor = (trx: Trx) => Promise<void>;

export interface ApprovalContext {
  readonly db: Db;
  readonly outbox: Outbox;
  readonly acts: FourEyesActs;
  readonly addedLately: AddedLately;
  readonly ends: ReturnType<typeof createProposalEnds>;
  readonly now: () => number;
}

function actOf({ acts }: ApprovalContext, { act }: Pick<Row, 'act'>) {
  if (!isFourEyes(act)) throw new Refusal('OPERATOR_PROPOSAL_OUTDATED');
  return { name: act, ...acts[act] };
}

/**
 * Returns true while the proposer may still propose the act. Both rows are locked, so that a role that is taken away
 * meanwhile neither proposes nor approves.
 * @throws Refusal OPERATOR_NOT_ALLOWED, OPERATOR_TOO_NEW, REVIEW_ADDED_OPERATOR
 */
async function mustApprove(
  context: ApprovalContext,
  trx: Trx,
  operator: Operator,
  row: NamedRow,
): Promise<boolean> {
  const { addedLately, now } = context;
  const { name } = actOf(context, row);
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
  return proposer.disabled_at === null && mayCall(proposer.role, name);
}

/** Does the act of a proposal. Resolves with its entry, which stands in the log behind that of the approval. */
async function run(
  context: ApprovalContext,
  trx: Trx,
  row: NamedRow,
  approver: Operator,
): Promise<() => Promise<void>> {
  const { outbox, ends } = context;
  const { name, effect: effectOf } = actOf(context, row);
  const effect = effectOf(row.payload);
  const { key, reason } = row;
  const details = JSON.parse(row.after) as NewEntry<typeof name>['details'];
  if ('within' in effect) {
    await effect.within(trx, key);
    return () => ends.append(trx, row.proposer, name, { ...details, reason });
  }
  const { command } = effect;
  const body = typeof command === 'function' ? command(approver) : command;
  // first, for it holds the rows of the subject: what others promise of it meanwhile stands behind
  await effect.beside?.(trx, approver, reason);
  await outbox.promise(trx, { key, userId: 0, body });
  return () => ends.append(trx, row.proposer, name, { ...details, reason, key });
}

/** An approval as its operator sends it. */
interface Approval {
  readonly operator: Operator;
  readonly reason: string;
  readonly factor: ShowFactor | undefined;
}

/**
 * Does an act that another operator proposed, or ends it as outdated.
 * @throws Refusal as `approve` of the proposals
 */
export async function approveProposal(
  context: ApprovalContext,
  row: NamedRow,
  { operator, reason, factor }: Approval,
): Promise<void> {
  const { db, ends, now } = context;
  const { name, before } = actOf(context, row);
  const stands = await before(row.payload);
  const isChanged = (stands === null ? null : JSON.stringify(stands)) !== row.before;
  const isOutdated = await db.transaction().execute(async (trx) => {
    refuseLate(now());
    const isOutdated = !(await mustApprove(context, trx, operator, row)) || isChanged;
    if (asksFactor(name)) {
      if (factor === undefined) throw new Refusal('OPERATOR_SECOND_FACTOR_WRONG', { field: 'code' });
      await factor(trx);
    }
    const end = { state: isOutdated ? 'outdated' : 'approved', operator, reason } as const;
    await ends.close(trx, row, end);
    const enter = isOutdated ? null : await run(context, trx, row, operator);
    await ends.enter(trx, row, end);
    await enter?.();
    return isOutdated;
  });
  if (isOutdated) throw new Refusal('OPERATOR_PROPOSAL_OUTDATED');
}

/** Hands the command of an approved act to the kernel; again it gets the same answer. */
export async function deliver(context: ApprovalContext, row: NamedRow): Promise<void> {
  const effect = actOf(context, row).effect(row.payload);
  if (!('command' in effect)) return;
  const { rejection } = await context.outbox.deliver(row.key);
  if (rejection !== null) throw new Refusal((effect.errorOf ?? errorKeyOfRejection)(rejection));
}
