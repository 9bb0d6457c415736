import type { ReviewRow, reviewDeskCalls } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { ReviewKind, ReviewVerdict } from '../../gateway/review/index.ts';
import type { DeskHandlers } from './desk.ts';
import { about, mustBeAnother, mustJudge, type ReviewContext, reasonsOf } from './review-context.ts';

type Decide = DeskHandlers<typeof reviewDeskCalls>['decideReview'];

/**
 * Items of the checklist that were answered with no.
 * @throws Refusal REVIEW_CHECKLIST unless every item has one answer, and yes wherever it approves
 */
function unmetOf(
  { checklist = [] }: ReviewKind,
  verdict: ReviewVerdict,
  checks: readonly { readonly code: string; readonly isMet: boolean }[],
): readonly string[] {
  const answered = new Map(checks.map(({ code, isMet }) => [code, isMet]));
  const isWhole = checks.length === checklist.length && checklist.every((code) => answered.has(code));
  const unmet = checklist.filter((code) => answered.get(code) === false);
  if (!isWhole || (verdict === 'approve' && unmet.length > 0)) throw new Refusal('REVIEW_CHECKLIST');
  return unmet;
}

/** Decides an item that the operator has in hand; the same decision again has the same answer. */
export async function decideReview(
  context: ReviewContext,
  { session, params: { id }, body }: Parameters<Decide>[0],
): Promise<ReviewRow> {
  const { queue, signing, seen, log, inTurn, now } = context;
  const { version, verdict, reason, signature, reference, checks = [], question } = body;
  const { row: found, item, kind } = await queue.find(session, id);
  const { operatorId, name, role } = session;
  const isRetry =
    found.verdict === verdict && found.reason === reason && Number(found.claimed_by) === operatorId;
  if (isRetry) return queue.shown(session, found);
  const isQuestion = verdict === 'ask';
  const reasons = isQuestion ? (kind.asks?.reasons ?? []) : reasonsOf(kind, item)[verdict];
  if (!reasons.includes(reason)) throw new Refusal('INVALID_INPUT', { field: 'reason' });
  if (isQuestion !== (question !== undefined)) throw new Refusal('INVALID_INPUT', { field: 'question' });
  const unmet = isQuestion ? [] : unmetOf(kind, verdict, checks);
  if (verdict === 'approve') await mustBeAnother(context, operatorId, item, kind);
  const named = verdict === 'approve' && kind.asksReference?.(item) === true ? (reference ?? null) : null;
  if (named === null && verdict === 'approve' && kind.asksReference?.(item) === true)
    throw new Refusal('REVIEW_REFERENCE_MISSING', { field: 'reference' });
  const signed = verdict === 'approve' ? await signing.signedBy(session, item, kind, signature) : null;
  return inTurn(async (trx) => {
    // whoever asks needs what whoever rejects does
    const judged = isQuestion ? 'reject' : verdict;
    await mustJudge(context, trx, { operatorId, kind, verdict: judged });
    const row = await queue.take(trx, id);
    if (Number(row.claimed_by) !== operatorId || row.version !== version)
      throw new Refusal('REVIEW_NOT_IN_HAND');
    await seen.mustBe(trx, operatorId, id, judged);
    refuseLate(now());
    const timeMs = now();
    const decided = await trx
      .updateTable('review.item')
      .set({ state: 'decided', verdict, reason, ended_at: new Date(timeMs) })
      .where('item_id', '=', BigInt(id))
      .returningAll()
      .executeTakeFirstOrThrow();
    const reviewer = { operatorId, name, role };
    const told = { reason, reviewer, timeMs };
    if (isQuestion) await kind.asks?.onAsked(trx, item, { ...told, text: question ?? '' });
    else {
      const judgement = { verdict, signature: signed, reference: named, unmet };
      await kind.onDecided(trx, item, { ...told, ...judgement });
    }
    await log.append(trx, {
      timeMs,
      operator: name,
      action: 'decideReview',
      details: { ...about(item), verdict, code: reason },
    });
    return queue.shown(session, decided);
  });
}
