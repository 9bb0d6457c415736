import type { ReviewRow, reviewDeskCalls } from '@candor/api';
import { sql } from 'kysely';
import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { ReviewItem } from '../../gateway/review/index.ts';
import type { DeskHandlers } from './desk.ts';
import type { Operator } from './operator-types.ts';
import { about, mustBeAnother, mustJudge, type ReviewContext } from './review-context.ts';
import { isForgotten } from './review-queue.ts';

type Step = 'claimReview' | 'releaseReview' | 'noteReview';

/** The steps before a decision: to take an item in hand, to put it back, and to note something of it. */
export function reviewSteps(context: ReviewContext): Pick<DeskHandlers<typeof reviewDeskCalls>, Step> {
  const { queue, inTurn, now } = context;
  return {
    claimReview: ({ session, params }) => hold(context, session, params.id, true),
    releaseReview: ({ session, params }) => hold(context, session, params.id, false),
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
        await note(context, trx, session, 'noteReview', item);
      });
      return null;
    },
  };
}

function note({ log, now }: ReviewContext, trx: Trx, operator: Operator, action: Step, item: ReviewItem) {
  return log.append(trx, { timeMs: now(), operator: operator.name, action, details: about(item) });
}

/**
 * Sets who has an item in hand, and logs it; a retry that finds it so changes nothing. A forgotten claim is taken over:
 * the log says that the item was put back first.
 */
async function hold(
  context: ReviewContext,
  operator: Operator,
  id: number,
  isClaim: boolean,
): Promise<ReviewRow> {
  const { queue, inTurn, now } = context;
  const { item, kind } = await queue.find(operator, id);
  if (isClaim) await mustBeAnother(context, operator.operatorId, item, kind);
  return inTurn(async (trx) => {
    if (isClaim) await mustJudge(context, trx, { operatorId: operator.operatorId, kind, verdict: 'reject' });
    const row = await queue.take(trx, id);
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
    if (isOthers) await note(context, trx, operator, 'releaseReview', item);
    await note(context, trx, operator, isClaim ? 'claimReview' : 'releaseReview', item);
    return queue.shown(operator, changed);
  });
}
