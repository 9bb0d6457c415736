import { type KycRejection, kycRejections } from '@candor/api';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Files } from '../../gateway/files/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import {
  defineReviewKind,
  type ReviewDecision,
  type Reviewer,
  type ReviewFile,
  type ReviewItem,
  type ReviewKind,
  type ReviewPicture,
  type Reviews,
  roundOf,
  versionOf,
} from '../../gateway/review/index.ts';
import { type Touches, touchOf } from '../../operators/touches/index.ts';
import type { Kyc } from './kyc.ts';
import { kycReviewName, levelOfSubject, takesTwo } from './review-name.ts';
import {
  earlierPersons,
  latestOf,
  othersWithDocument,
  type Submission,
  submissionOf,
} from './submissions.ts';

export interface KycReviewNeeds {
  readonly kyc: Kyc;
  readonly files: Pick<Files, 'read'>;
  readonly touches: Touches;
  readonly reviews: Pick<Reviews, 'enter'>;
}

const PHOTOS = ['front', 'back', 'handheld'] as const;
/** Earlier persons of one account that are named at most. */
const MOST_EARLIER = 5;

/** The version of the submission, and if the item is the first of two. */
function placeOf({ subject, version }: ReviewItem) {
  const level = levelOfSubject(subject);
  const { round, isFirst } = roundOf(version);
  return { level, version: round, isFirst: isFirst && takesTwo(level) };
}

async function find(db: Db, item: ReviewItem): Promise<Submission> {
  const { level, version } = placeOf(item);
  const row = await submissionOf(db, item.userId, level, version);
  if (row === null) throw new Refusal('NOT_FOUND');
  return row;
}

const approvalsOf = (db: Db, item: ReviewItem) =>
  db
    .selectFrom('kyc.approval')
    .select(['operator_id', 'operator'])
    .where('user_id', '=', BigInt(item.userId))
    .where('level', '=', placeOf(item).level)
    .where('version', '=', placeOf(item).version)
    .execute();

/** Whom the account named before: what a reviewer must compare where it is another person. */
async function changesOf({ db, safe }: Kyc, userId: number, shown: Submission) {
  const { name, idNumber } = safe.open(shown.person_sealed as Buffer);
  const earlier = (await earlierPersons(db, userId, shown.version)).map((row) => ({
    ...safe.open(row.person_sealed as Buffer),
    version: row.version,
  }));
  return earlier
    .filter((each) => each.name !== name || each.idNumber !== idNumber)
    .slice(0, MOST_EARLIER)
    .map((each) => ({ name: 'earlierPerson', value: `${each.version}: ${each.name}, ${each.idNumber}` }));
}

/** Name and number of the primary level, which photos are held against. */
async function personFacts(kyc: Kyc, userId: number, shown: Submission | null) {
  if (shown?.person_sealed == null) return [];
  const { name, idNumber } = kyc.safe.open(shown.person_sealed);
  const others = shown.id_hash === null ? 0 : await othersWithDocument(kyc.db, userId, shown.id_hash);
  return [
    { name: 'name', value: name },
    { name: 'idNumber', value: idNumber },
    ...(await changesOf(kyc, userId, shown)),
    { name: 'otherAccounts', value: String(others) },
  ];
}

/** Level 2 shows the person whom level 1 has approved. @throws Refusal REVIEW_PRIMARY_FIRST */
async function mustRest(trx: Trx, userId: number, row: Submission): Promise<void> {
  const primary = await latestOf(trx, userId, 'primary');
  if (primary?.state !== 'approved' || primary.version !== row.primary_version)
    throw new Refusal('REVIEW_PRIMARY_FIRST');
}

/** Notes the first approval, and enters the item for the second. */
async function approveFirst(
  { reviews, touches }: KycReviewNeeds,
  trx: Trx,
  item: ReviewItem,
  { reviewer, timeMs }: ReviewDecision,
): Promise<void> {
  const { level, version } = placeOf(item);
  const row = await submissionOf(trx, item.userId, level, version);
  if (row?.state !== 'pending') throw new Refusal('REVIEW_ENDED');
  await mustRest(trx, item.userId, row);
  await trx
    .insertInto('kyc.approval')
    .values({
      user_id: item.userId,
      level,
      version,
      at: new Date(timeMs),
      operator_id: reviewer.operatorId,
      operator: reviewer.name,
    })
    .execute();
  await reviews.enter(trx, kycReviewName, {
    subject: item.subject,
    version: versionOf(version, false),
    userId: item.userId,
    deadlineAtMs: row.due_at.getTime(),
  });
  await touches.note(trx, touchOf(item, reviewer, 'kycFirstApproved', 'kyc.matches'));
}

/** The document of the person who passed level 2 is that of level 1. */
async function tellChecked(kyc: Kyc, trx: Trx, userId: number): Promise<void> {
  const primary = await latestOf(trx, userId, 'primary');
  if (primary?.id_hash == null) throw new Refusal('REVIEW_PRIMARY_FIRST');
  await kyc.checked(trx, userId, primary.id_hash.toString('hex'));
}

/** Ends a review, by which the user is told. @throws Refusal REVIEW_ENDED */
async function end(
  { kyc, touches }: KycReviewNeeds,
  trx: Trx,
  item: ReviewItem,
  decision: ReviewDecision,
): Promise<void> {
  const { verdict, reason, reviewer, timeMs } = decision;
  const { level, version } = placeOf(item);
  const isApproved = verdict === 'approve';
  const row = await submissionOf(trx, item.userId, level, version);
  if (isApproved && row !== null && takesTwo(level)) await mustRest(trx, item.userId, row);
  const { numAffectedRows } = await sql`
    update kyc.submission set state = ${isApproved ? 'approved' : 'rejected'},
      reason = ${isApproved ? null : (reason as KycRejection)}, decided_at = ${new Date(timeMs)}
    where user_id = ${item.userId} and level = ${level} and version = ${version} and state = 'pending'`.execute(
    trx,
  );
  if (numAffectedRows !== 1n) throw new Refusal('REVIEW_ENDED');
  if (isApproved && level === 'advanced') await tellChecked(kyc, trx, item.userId);
  const act = isApproved ? 'kycApproved' : 'kycRejected';
  await touches.note(trx, touchOf(item, reviewer, act, `kyc.${reason as KycRejection | 'matches'}`));
  await noteNotice(trx, {
    userId: item.userId,
    key: `identity:${level}:${version}`,
    kind: 'identity-decided',
    timeMs,
    facts: {
      level,
      decision: isApproved ? 'approved' : 'rejected',
      reason: isApproved ? null : (reason as KycRejection),
    },
  });
}

/** The facts and photos that an operator decides by. The look is an entry. */
async function shownItem(
  { kyc, touches }: KycReviewNeeds,
  item: ReviewItem,
  reviewer: Reviewer,
): Promise<ReviewFile> {
  const { db } = kyc;
  const row = await find(db, item);
  const primary = row.level === 'primary' ? row : await latestOf(db, item.userId, 'primary');
  const approvals = await approvalsOf(db, item);
  await touches.noteView(touchOf(item, reviewer, 'kycViewed'));
  return {
    facts: [
      { name: 'level', value: row.level },
      ...(await personFacts(kyc, item.userId, primary)),
      ...(row.level === 'primary' || primary === null
        ? []
        : [{ name: 'primaryState', value: primary.state }]),
      ...(row.country === null ? [] : [{ name: 'country', value: row.country }]),
      ...(row.document_type === null ? [] : [{ name: 'documentType', value: row.document_type }]),
      { name: 'version', value: String(row.version) },
      ...approvals.map(({ operator }) => ({ name: 'approvedBy', value: operator })),
    ],
    images: PHOTOS.filter((photo) => row[photo] !== null),
    isFirst: placeOf(item).isFirst,
  };
}

/** A photo; null where there is none. The look is an entry. */
async function shownPhoto(
  { kyc, files, touches }: KycReviewNeeds,
  item: ReviewItem,
  name: string,
  reviewer: Reviewer,
): Promise<ReviewPicture | null> {
  const photo = PHOTOS.find((each) => each === name);
  const id = photo === undefined ? null : (await find(kyc.db, item))[photo];
  if (id === null) return null;
  await touches.noteView(touchOf(item, reviewer, 'photoViewed'));
  const bytes = await files.read(id);
  return bytes === null ? null : { type: 'image/jpeg', bytes };
}

/**
 * The identity check in the operators' queue: every look is an entry that the user reads. Level 2, which raises limits, is
 * approved by two operators, and only on the person of level 1 who was approved.
 */
export function kycReview(needs: KycReviewNeeds): ReviewKind {
  const { db } = needs.kyc;
  return defineReviewKind({
    ...kycReviewName,
    reasons: { approve: ['matches'], reject: kycRejections },
    read: (item, reviewer) => shownItem(needs, item, reviewer),
    picture: (item, name, reviewer) => shownPhoto(needs, item, name, reviewer),
    approvers: async (item) => (await approvalsOf(db, item)).map(({ operator_id }) => idOf(operator_id)),
    onDecided: (trx, item, decision) =>
      decision.verdict === 'approve' && placeOf(item).isFirst
        ? approveFirst(needs, trx, item, decision)
        : end(needs, trx, item, decision),
  });
}
