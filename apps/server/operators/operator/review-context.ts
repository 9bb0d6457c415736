import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { ReviewItem, ReviewKind, ReviewVerdict } from '../../gateway/review/index.ts';
import type { AddedLately } from './beside.ts';
import type { OperatorLog } from './log.ts';
import { mayJudge, type ReviewQueue } from './review-queue.ts';
import type { Seen } from './seen.ts';
import type { createSigning } from './signing.ts';

/** The queue with all that a step in it needs. */
export interface ReviewContext {
  readonly db: Db;
  readonly log: OperatorLog;
  readonly queue: ReviewQueue;
  readonly seen: Seen;
  readonly signing: ReturnType<typeof createSigning>;
  readonly addedLately: AddedLately;
  /** Runs a step in one transaction, after all steps before it. */
  readonly inTurn: <Result>(act: (trx: Trx) => Promise<Result>) => Promise<Result>;
  readonly now: () => number;
}

/** The details of an item in the operators' log. */
export const about = ({ kind, id, userId }: ReviewItem) => ({
  kind,
  item: String(id),
  user: String(userId),
});

export const reasonsOf = (kind: ReviewKind, item: ReviewItem) => kind.reasonsOf?.(item) ?? kind.reasons;

/** @throws Refusal REVIEW_OTHER_OPERATOR, REVIEW_ADDED_OPERATOR */
export async function mustBeAnother(
  { db, addedLately }: ReviewContext,
  operatorId: number,
  item: ReviewItem,
  kind: ReviewKind,
): Promise<void> {
  for (const approver of (await kind.approvers?.(item)) ?? []) {
    if (approver === operatorId) throw new Refusal('REVIEW_OTHER_OPERATOR');
    if (await addedLately(db, operatorId, approver)) throw new Refusal('REVIEW_ADDED_OPERATOR');
  }
}

/** The judgement that an operator is about to make. */
interface Judging {
  readonly operatorId: number;
  readonly kind: ReviewKind;
  readonly verdict: ReviewVerdict;
}

/**
 * Locks the person who decides, before the item, as an act that disables does: whoever is disabled meanwhile, loses
 * the role or is still new approves nothing.
 * @throws Refusal OPERATOR_NOT_ALLOWED, OPERATOR_TOO_NEW
 */
export async function mustJudge(
  { now }: ReviewContext,
  trx: Trx,
  { operatorId, kind, verdict }: Judging,
): Promise<void> {
  const person = await trx
    .selectFrom('operator.person')
    .select(['role', 'disabled_at', 'approves_from'])
    .where('operator_id', '=', BigInt(operatorId))
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (person.disabled_at !== null || !mayJudge(person.role, kind)) throw new Refusal('OPERATOR_NOT_ALLOWED');
  if (verdict === 'approve' && person.approves_from.getTime() > now()) throw new Refusal('OPERATOR_TOO_NEW');
}
