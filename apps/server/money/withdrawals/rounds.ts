import type { WithdrawalReason, WithdrawalState } from '@candor/api';
import { sql } from 'kysely';
import type { Approved } from '../../../signer/index.ts';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { type Reviews, versionOf } from '../../gateway/review/index.ts';
import { move } from './clock.ts';
import { noteStep } from './note-step.ts';
import { subjectOf, withdrawalReviewName } from './review-name.ts';
import type { StoredWithdrawal } from './rows.ts';
import { APPROVALS_LIVE_MS, APPROVERS_NEEDED, deadlineMs, feeCeilingOf } from './terms.ts';

type Entering = Pick<Reviews, 'enter'>;

/**
 * Moves a withdrawal into a review: a round begins, whose approvals are over one text with one time at which they expire.
 * Signatures of earlier rounds count no more. Returns false where the withdrawal is not in the given state.
 */
export async function toReview(
  trx: Trx,
  reviews: Entering,
  { withdrawal_no, user_id, chain, value_usdt }: StoredWithdrawal,
  from: WithdrawalState,
  reason: WithdrawalReason,
  nowMs: number,
): Promise<boolean> {
  const no = idOf(withdrawal_no);
  if (!(await move(trx, no, [from], 'review', nowMs, reason))) return false;
  const round = await beginRound(trx, no, chain, nowMs);
  await reviews.enter(trx, withdrawalReviewName, {
    subject: subjectOf(no),
    version: versionOf(round, true),
    userId: idOf(user_id),
    deadlineAtMs: deadlineMs('review', nowMs),
    valueUsdt: BigInt(value_usdt),
  });
  return true;
}

/** Begins another round of a review whose approvals expired. Its deadline stays: the owner sees that it is late. */
export async function renewRound(
  trx: Trx,
  reviews: Entering,
  withdrawal: StoredWithdrawal,
  nowMs: number,
): Promise<void> {
  const { withdrawal_no, user_id, chain, review_round, deadline, value_usdt } = withdrawal;
  const no = idOf(withdrawal_no);
  // The item is locked before the withdrawal, as operators and owners do.
  await reviews.enter(trx, withdrawalReviewName, {
    subject: subjectOf(no),
    version: versionOf(review_round + 1, true),
    userId: idOf(user_id),
    deadlineAtMs: deadline?.getTime() ?? null,
    valueUsdt: BigInt(value_usdt),
  });
  const { numUpdatedRows } = await trx
    .updateTable('withdrawals.withdrawal')
    .set({ reason: 'expired' })
    .where('withdrawal_no', '=', BigInt(no))
    .where('state', '=', 'review')
    .where('review_round', '=', review_round)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Error(`withdrawal ${no} was decided meanwhile`);
  await noteStep(trx, { withdrawalNo: no, userId: idOf(user_id) }, 'review', 'expired', nowMs);
  await beginRound(trx, no, chain, nowMs);
}

async function beginRound(trx: Trx, withdrawalNo: number, chain: string, nowMs: number): Promise<number> {
  const { review_round } = await trx
    .updateTable('withdrawals.withdrawal')
    .set({
      review_round: sql<number>`review_round + 1`,
      approvals_expire: new Date(nowMs + APPROVALS_LIVE_MS),
      fee_ceiling: `${feeCeilingOf(chain)}`,
    })
    .where('withdrawal_no', '=', BigInt(withdrawalNo))
    .returning('review_round')
    .executeTakeFirstOrThrow();
  return review_round;
}

/** True where a review waits and its approvals, given or not, are worth nothing any more. */
export function isRoundOver({ state, approvals_expire }: StoredWithdrawal, nowMs: number): boolean {
  return state === 'review' && (approvals_expire === null || approvals_expire.getTime() <= nowMs);
}

/** True where the round began on an earlier UTC day: the signer's sum of the day is a new one. */
export function isOfEarlierDay({ approvals_expire }: StoredWithdrawal, nowMs: number): boolean {
  if (approvals_expire === null) return false;
  return dayOf(approvals_expire.getTime() - APPROVALS_LIVE_MS) < dayOf(nowMs);
}

const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

/** The terms that approvals of a withdrawal are given under. @throws Error where no round has begun */
export function termsOfRound({
  withdrawal_no,
  approvals_expire,
  fee_ceiling,
}: StoredWithdrawal): Pick<Approved, 'feeCeiling' | 'expiresAtMs'> {
  if (approvals_expire === null || fee_ceiling === null)
    throw new Error(`withdrawal ${withdrawal_no} was in no review`);
  return { feeCeiling: fee_ceiling, expiresAtMs: approvals_expire.getTime() };
}

/** Operators' approval of a withdrawal, for the signer; null for one that was in no review. */
export async function approvedOf(db: Db, withdrawal: StoredWithdrawal): Promise<Approved | null> {
  if (withdrawal.review_round === 0) return null;
  const signatures = await db
    .selectFrom('withdrawals.approval')
    .select(['public_key as publicKey', 'signature'])
    .where('withdrawal_no', '=', withdrawal.withdrawal_no)
    .where('round', '=', withdrawal.review_round)
    .orderBy('signed_at')
    .execute();
  return { ...termsOfRound(withdrawal), signatures };
}

/** True where as many operators as are needed approved a withdrawal in its present round. */
export async function isApproved(db: Db, withdrawal: StoredWithdrawal): Promise<boolean> {
  const approved = await approvedOf(db, withdrawal);
  return approved !== null && approved.signatures.length >= APPROVERS_NEEDED;
}
