import type { ReviewRow, reviewDeskCalls } from '@candor/api';
import { formatDecimalTrimmed } from '@candor/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { createTurns } from '../../base/limits/turns.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { ReviewItem, ReviewKind, ReviewVerdict } from '../../gateway/review/index.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';
import type { Operator } from './operator-types.ts';
import { readReviewAccount } from './review-account.ts';
import { createReviewQueue, isForgotten, mayJudge } from './review-queue.ts';
import { createSeen } from './seen.ts';
import { createSigning } from './signing.ts';
import { unitsText } from './units-text.ts';

const reasonsOf = (kind: ReviewKind, item: ReviewItem) => kind.reasonsOf?.(item) ?? kind.reasons;

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

/** One transaction over the rows of the queue and of the log. */
type Both = Trx;

/** The review queue: whoever claims an item decides it, by a coded reason of its kind. Every step is logged. */
export function reviewDesk(deps: DeskDeps): DeskHandlers<typeof reviewDeskCalls> {
  const { operators, catalogues, core, reviewKinds, now } = deps;
  const { log } = operators;
  const db = operators.db;
  const queueDb = operators.db;
  const valueText = (units: bigint) => formatDecimalTrimmed(units, catalogues.current().asset('USDT').scale);
  const queue = createReviewQueue({ db: queueDb, kinds: reviewKinds, valueText, now });

  /**
   * One decision at a time: products look around on further connections while it holds one. As many decisions as the console
   * has connections would each wait for one more, for ever. Claims and notes wait with a connection for the rows that a
   * decision holds: they take turns with it.
   */
  const decisions = createTurns(1);
  const inTurn = <Result>(act: (trx: Trx) => Promise<Result>): Promise<Result> =>
    decisions.run('', () => db.transaction().execute(act));
  const signing = createSigning(operators.db, now);
  const seen = createSeen(queueDb, now);

  const asReview = (trx: Both) => trx;
  const asOperator = (trx: Both) => trx;
  const about = ({ kind, id, userId }: ReviewItem) => ({ kind, item: String(id), user: String(userId) });

  const accountOf = async (userId: number) =>
    readReviewAccount(operators.db, userId, await unitsText(catalogues, core), now());

  type Step = 'claimReview' | 'releaseReview' | 'noteReview';

  const note = (trx: Both, operator: Operator, action: Step, item: ReviewItem) =>
    log.append(asOperator(trx), { timeMs: now(), operator: operator.name, action, details: about(item) });

  /**
   * Sets who has an item in hand, and logs it; a retry that finds it so changes nothing. A forgotten claim is taken over:
   * the log says that the item was put back first.
   */
  async function hold(operator: Operator, id: number, isClaim: boolean): Promise<ReviewRow> {
    const { item, kind } = await queue.find(operator, id);
    if (isClaim) await mustBeAnother(operators.db, operator.operatorId, item, kind);
    return inTurn(async (trx) => {
      if (isClaim) await mustJudge(asOperator(trx), operator.operatorId, kind, 'reject');
      const row = await queue.take(asReview(trx), id);
      const isOwn = Number(row.claimed_by) === operator.operatorId;
      const isOthers = row.claimed_by !== null && !isOwn;
      if (isOthers && !(isClaim && isForgotten(row, kind, now()))) throw new Refusal('REVIEW_NOT_IN_HAND');
      if (isClaim === isOwn) return queue.shown(operator, row);
      refuseLate(now());
      const held = isClaim
        ? ({
            state: 'claimed',
            claimed_by: operator.operatorId,
            claimed_name: operator.name,
            claimed_at: new Date(now()),
          } as const)
        : ({ state: 'open', claimed_by: null, claimed_name: null, claimed_at: null } as const);
      const changed = await trx
        .updateTable('review.item')
        .set(held)
        .where('item_id', '=', BigInt(id))
        .returningAll()
        .executeTakeFirstOrThrow();
      if (isOthers) await note(trx, operator, 'releaseReview', item);
      await note(trx, operator, isClaim ? 'claimReview' : 'releaseReview', item);
      return queue.shown(operator, changed);
    });
  }

  /** @throws Refusal REVIEW_OTHER_OPERATOR, REVIEW_ADDED_OPERATOR */
  async function mustBeAnother(
    within: Db,
    operatorId: number,
    item: ReviewItem,
    kind: ReviewKind,
  ): Promise<void> {
    for (const approver of (await kind.approvers?.(item)) ?? []) {
      if (approver === operatorId) throw new Refusal('REVIEW_OTHER_OPERATOR');
      if (await operators.addedLately(within, operatorId, approver))
        throw new Refusal('REVIEW_ADDED_OPERATOR');
    }
  }

  /**
   * Locks the person who decides, before the item, as an act that disables does: whoever is disabled meanwhile, loses
   * the role or is still new approves nothing.
   * @throws Refusal OPERATOR_NOT_ALLOWED, OPERATOR_TOO_NEW
   */
  async function mustJudge(
    trx: Trx,
    operatorId: number,
    kind: ReviewKind,
    verdict: ReviewVerdict,
  ): Promise<void> {
    const person = await trx
      .selectFrom('operator.person')
      .select(['role', 'disabled_at', 'approves_from'])
      .where('operator_id', '=', BigInt(operatorId))
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (person.disabled_at !== null || !mayJudge(person.role, kind))
      throw new Refusal('OPERATOR_NOT_ALLOWED');
    if (verdict === 'approve' && person.approves_from.getTime() > now())
      throw new Refusal('OPERATOR_TOO_NEW');
  }

  return {
    async getReviews({ session, query: { ended, ...query } }) {
      const look = { ...query, where: query };
      const { rows, nextCursor } = await queue.page(session, ended === 'yes', look);
      return { records: [...rows], nextCursor };
    },
    getReviewKinds: ({ session }) => queue.waiting(session),
    async getReview({ session, params: { id } }) {
      const { row, item, kind } = await queue.find(session, id);
      const { facts, images, isFirst = false } = await kind.read(item, session);
      await seen.facts(session.operatorId, id, images);
      const notes = await queueDb
        .selectFrom('review.note')
        .selectAll()
        .where('item_id', '=', BigInt(id))
        .orderBy('note_id')
        .execute();
      return {
        ...queue.shown(session, row),
        facts: facts.map(({ name, value }) => ({ name, value })),
        images: [...images],
        seen: [...(await seen.of(session.operatorId, id))],
        toSign: (await kind.signs?.(item)) ?? null,
        asksReference: kind.asksReference?.(item) ?? false,
        isFirst,
        account: kind.showsAccount === true ? await accountOf(item.userId) : null,
        reasons: {
          approve: [...reasonsOf(kind, item).approve],
          reject: [...reasonsOf(kind, item).reject],
          ask: [...(kind.asks?.reasons ?? [])],
        },
        checklist: [...(kind.checklist ?? [])],
        notes: notes.map(({ operator, text, noted_at }) => ({ operator, text, time: noted_at.getTime() })),
      };
    },
    async getReviewPicture({ session, params: { id, name } }) {
      const { item, kind } = await queue.find(session, id);
      const picture = (await kind.picture?.(item, name, session)) ?? null;
      await seen.picture(session.operatorId, id, name, picture !== null);
      if (picture === null) throw new Refusal('NOT_FOUND');
      await operators.db.transaction().execute((trx) =>
        log.append(trx, {
          timeMs: now(),
          operator: session.name,
          action: 'viewEvidence',
          details: { ...about(item), picture: name },
        }),
      );
      return { type: picture.type, base64: Buffer.from(picture.bytes).toString('base64') };
    },
    claimReview: ({ session, params }) => hold(session, params.id, true),
    releaseReview: ({ session, params }) => hold(session, params.id, false),
    async noteReview({ session, params: { id }, body: { text } }) {
      const { item } = await queue.find(session, id);
      await inTurn(async (trx) => {
        // one note of an item at a time: the same one sent again is the same note
        await sql`select from review.item where item_id = ${id} for no key update`.execute(trx);
        const newest = await trx
          .selectFrom('review.note')
          .select(['operator', 'text'])
          .where('item_id', '=', BigInt(id))
          .orderBy('note_id', 'desc')
          .limit(1)
          .executeTakeFirst();
        if (newest?.operator === session.name && newest.text === text) return;
        refuseLate(now());
        await trx
          .insertInto('review.note')
          .values({ item_id: id, operator: session.name, text, noted_at: new Date(now()) })
          .execute();
        await note(trx, session, 'noteReview', item);
      });
      return null;
    },
    async decideReview({ session, params: { id }, body }) {
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
      if (verdict === 'approve') await mustBeAnother(operators.db, operatorId, item, kind);
      const named = verdict === 'approve' && kind.asksReference?.(item) === true ? (reference ?? null) : null;
      if (named === null && verdict === 'approve' && kind.asksReference?.(item) === true)
        throw new Refusal('REVIEW_REFERENCE_MISSING', { field: 'reference' });
      const signed = verdict === 'approve' ? await signing.signedBy(session, item, kind, signature) : null;
      return inTurn(async (trx) => {
        // whoever asks needs what whoever rejects does
        const judged = isQuestion ? 'reject' : verdict;
        await mustJudge(asOperator(trx), operatorId, kind, judged);
        const row = await queue.take(asReview(trx), id);
        if (Number(row.claimed_by) !== operatorId || row.version !== version)
          throw new Refusal('REVIEW_NOT_IN_HAND');
        await seen.mustBe(asReview(trx), operatorId, id, judged);
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
        await log.append(asOperator(trx), {
          timeMs,
          operator: name,
          action: 'decideReview',
          details: { ...about(item), verdict, code: reason },
        });
        return queue.shown(session, decided);
      });
    },
  };
}
