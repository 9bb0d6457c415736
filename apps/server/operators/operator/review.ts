import type { ReviewItemRow, reviewDeskCalls } from '@candor/api';
import { formatDecimalTrimmed } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { createTurns } from '../../base/limits/turns.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';
import type { OperatorSession } from './operator-types.ts';
import { readReviewAccount } from './review-account.ts';
import { about, type ReviewContext, reasonsOf } from './review-context.ts';
import { decideReview } from './review-decision.ts';
import { createReviewQueue } from './review-queue.ts';
import { reviewSteps } from './review-steps.ts';
import { createSeen } from './seen.ts';
import { createSigning } from './signing.ts';
import { unitsText } from './units-text.ts';

type Handlers = DeskHandlers<typeof reviewDeskCalls>;

/** The review queue: whoever claims an item decides it, by a coded reason of its kind. Every step is logged. */
export function reviewDesk(deps: DeskDeps): Handlers {
  const context = reviewContext(deps);
  const { queue } = context;
  const accountOf = async (userId: number) =>
    readReviewAccount(context.db, userId, await unitsText(deps.catalogues, deps.core), deps.now());
  return {
    async getReviews({ session, query: { ended, ...query } }) {
      const look = { ...query, where: query };
      const { rows, nextCursor } = await queue.page(session, ended === 'yes', look);
      return { records: [...rows], nextCursor };
    },
    getReviewKinds: ({ session }) => queue.waiting(session),
    getReview: ({ session, params: { id } }) => readReview(context, session, id, accountOf),
    getReviewPicture: (asked) => readPicture(context, asked),
    ...reviewSteps(context),
    decideReview: (asked) => decideReview(context, asked),
  };
}

function reviewContext({ operators, catalogues, reviewKinds, now }: DeskDeps): ReviewContext {
  const { db, log, addedLately } = operators;
  const valueText = (units: bigint) => formatDecimalTrimmed(units, catalogues.current().asset('USDT').scale);
  /**
   * One decision at a time: products look around on further connections while it holds one. As many decisions as the console
   * has connections would each wait for one more, until all are refused. Claims and notes wait with a connection for the rows that a
   * decision holds: they take turns with it.
   */
  const decisions = createTurns(1);
  return {
    db,
    log,
    queue: createReviewQueue({ db, kinds: reviewKinds, valueText, now }),
    seen: createSeen(db, now),
    signing: createSigning(db, now),
    addedLately,
    inTurn: (act) => decisions.run('', () => db.transaction().execute(act)),
    now,
  };
}

/** Reads an item as its reviewer needs it, and notes that it was read. */
async function readReview(
  { db, queue, seen }: ReviewContext,
  session: OperatorSession,
  id: number,
  accountOf: (userId: number) => Promise<ReviewItemRow['account']>,
): Promise<ReviewItemRow> {
  const { row, item, kind } = await queue.find(session, id);
  const { facts, images, isFirst = false } = await kind.read(item, session);
  await seen.facts(session.operatorId, id, images);
  const notes = await db
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
}

/** Serves a picture of an item. It is logged before it is shown. */
async function readPicture(
  { db, queue, seen, log, now }: ReviewContext,
  { session, params: { id, name } }: Parameters<Handlers['getReviewPicture']>[0],
) {
  const { item, kind } = await queue.find(session, id);
  const picture = (await kind.picture?.(item, name, session)) ?? null;
  await seen.picture(session.operatorId, id, name, picture !== null);
  if (picture === null) throw new Refusal('NOT_FOUND');
  await db.transaction().execute((trx) =>
    log.append(trx, {
      timeMs: now(),
      operator: session.name,
      action: 'viewEvidence',
      details: { ...about(item), picture: name },
    }),
  );
  return { type: picture.type, base64: Buffer.from(picture.bytes).toString('base64') };
}
