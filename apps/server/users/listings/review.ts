import {
  type ListingQuestion,
  type ListingRejection,
  listingChecks,
  listingQuestions,
  listingRejections,
} from '@candor/api';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Files } from '../../gateway/files/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import {
  defineReviewKind,
  type ReviewDecision,
  type ReviewItem,
  type ReviewKind,
  type ReviewQuestion,
  type Reviews,
  roundOf,
  versionOf,
} from '../../gateway/review/index.ts';
import { type Touches, touchOf } from '../../operators/touches/index.ts';
import { factsOfListing, pictureNames } from './facts.ts';
import { listingReviewName } from './review-name.ts';
import { approvalsOf, type StoredListing, type StoredRound } from './rows.ts';

export interface ListingReviewDeps {
  readonly db: Db;
  readonly files: Pick<Files, 'read'>;
  readonly touches: Touches;
  readonly reviews: Pick<Reviews, 'enter'>;
}

const idOfItem = ({ subject }: ReviewItem) => BigInt(subject);

/** Form that was sent in the item's round. */
async function find({ db }: ListingReviewDeps, item: ReviewItem): Promise<StoredRound> {
  const row = await db
    .selectFrom('listing.round')
    .selectAll()
    .where('application_id', '=', idOfItem(item))
    .where('review_round', '=', roundOf(item.version).round)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('NOT_FOUND');
  return row;
}

/** Notes a verdict, or a question without answers to the checklist. */
const note = (
  trx: Trx,
  item: ReviewItem,
  { reviewer, reason, timeMs, ...said }: ReviewDecision | ReviewQuestion,
) =>
  trx
    .insertInto('listing.verdict')
    .values({
      application_id: idOfItem(item),
      review_round: roundOf(item.version).round,
      operator_id: reviewer.operatorId,
      operator: reviewer.name,
      verdict: 'verdict' in said ? said.verdict : 'ask',
      reason,
      unmet: 'unmet' in said ? [...said.unmet] : [],
      at: new Date(timeMs),
    })
    .execute();

/** Moves the application on from its review. @throws Refusal REVIEW_ENDED where it is there no more */
async function move(
  trx: Trx,
  item: ReviewItem,
  set: Partial<StoredListing>,
  decision: ReviewDecision | ReviewQuestion,
) {
  const row = await trx
    .updateTable('listing.application')
    .set({
      ...set,
      due_at: null,
      version: sql<number>`version + 1`,
      changed_at: new Date(decision.timeMs),
    })
    .where('application_id', '=', idOfItem(item))
    .where('review_round', '=', roundOf(item.version).round)
    .where('state', '=', 'sent')
    .returning('application_id')
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('REVIEW_ENDED');
  await note(trx, item, decision);
}

async function approveFirst(
  { reviews, touches }: ListingReviewDeps,
  trx: Trx,
  item: ReviewItem,
  decision: ReviewDecision,
): Promise<void> {
  const { round } = roundOf(item.version);
  const row = await trx
    .selectFrom('listing.application')
    .select(['state', 'review_round', 'due_at'])
    .where('application_id', '=', idOfItem(item))
    .forUpdate()
    .executeTakeFirst();
  if (row?.state !== 'sent' || row.review_round !== round) throw new Refusal('REVIEW_ENDED');
  await note(trx, item, decision);
  await reviews.enter(trx, listingReviewName, {
    subject: item.subject,
    version: versionOf(round, false),
    userId: item.userId,
    deadlineAtMs: row.due_at?.getTime() ?? null,
  });
  await touches.note(trx, touchOf(item, decision.reviewer, 'listingFirstApproved'));
}

async function decide(
  { touches }: ListingReviewDeps,
  trx: Trx,
  item: ReviewItem,
  decision: ReviewDecision,
): Promise<void> {
  const { verdict, timeMs, unmet } = decision;
  const reason = verdict === 'reject' ? (decision.reason as ListingRejection) : null;
  const state = reason === null ? 'accepted' : 'rejected';
  await move(trx, item, { state, reason, unmet: [...unmet], decided_at: new Date(timeMs) }, decision);
  const act = reason === null ? 'listingAccepted' : 'listingRejected';
  await touches.note(trx, touchOf(item, decision.reviewer, act));
  await noteNotice(trx, {
    userId: item.userId,
    key: `listing:${item.subject}`,
    kind: 'listing-decided',
    timeMs,
    facts: { id: Number(item.subject), decision: state, reason },
  });
}

async function ask(
  { touches }: ListingReviewDeps,
  trx: Trx,
  item: ReviewItem,
  question: ReviewQuestion,
): Promise<void> {
  const { timeMs, text } = question;
  const reason = question.reason as ListingQuestion;
  await move(trx, item, { state: 'asked' }, question);
  await trx
    .updateTable('listing.round')
    .set({ ask_code: reason, ask_text: text, asked_at: new Date(timeMs) })
    .where('application_id', '=', idOfItem(item))
    .where('review_round', '=', roundOf(item.version).round)
    .execute();
  await touches.note(trx, touchOf(item, question.reviewer, 'listingAsked'));
  await noteNotice(trx, {
    userId: item.userId,
    // each round may end with the same question
    key: `listing:${item.subject}:${roundOf(item.version).round}`,
    kind: 'listing-asked',
    timeMs,
    facts: { id: Number(item.subject), reason },
  });
}

/**
 * Applications for a listing in the operators' queue, by the published checklist. Two operators accept one after the
 * other; a question gives it back to the applicant, whose answer begins another round. An acceptance lists nothing.
 */
export function listingReview(deps: ListingReviewDeps): ReviewKind {
  const { db, files, touches } = deps;
  return defineReviewKind({
    ...listingReviewName,
    roles: ['review', 'risk'],
    reasons: { approve: ['matches'], reject: listingRejections },
    asks: { reasons: listingQuestions, onAsked: (trx, item, question) => ask(deps, trx, item, question) },
    checklist: listingChecks,
    async read(item, reviewer) {
      const row = await find(deps, item);
      const approvals = await approvalsOf(db, row.application_id, row.review_round);
      const facts = await factsOfListing(db, row);
      await touches.noteView(touchOf(item, reviewer, 'listingViewed'));
      return {
        facts: [...facts, ...approvals.map(({ operator }) => ({ name: 'approvedBy', value: operator }))],
        images: pictureNames(row),
        isFirst: roundOf(item.version).isFirst,
      };
    },
    async picture(item, name, reviewer) {
      const row = await find(deps, item);
      const id = row.files[pictureNames(row).indexOf(name)];
      if (id === undefined) return null;
      await touches.noteView(touchOf(item, reviewer, 'listingPictureViewed'));
      const bytes = await files.read(id);
      return bytes === null ? null : { type: 'image/jpeg', bytes };
    },
    approvers: async (item) =>
      (await approvalsOf(db, idOfItem(item), roundOf(item.version).round)).map(({ operator_id }) =>
        idOf(operator_id),
      ),
    onDecided(trx, item, decision) {
      const isFirst = decision.verdict === 'approve' && roundOf(item.version).isFirst;
      return (isFirst ? approveFirst : decide)(deps, trx, item, decision);
    },
  });
}
