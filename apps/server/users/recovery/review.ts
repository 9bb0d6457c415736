import { type RecoveryRejection, recoveryApprovals, recoveryRejections, type TouchCode } from '@candor/api';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { addJob } from '../../base/jobs/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import {
  defineReviewKind,
  type ReviewDecision,
  type Reviewer,
  type ReviewFile,
  type ReviewItem,
  type ReviewKind,
  type ReviewPicture,
  type Reviews,
} from '../../gateway/review/index.ts';
import { type Touches, touchOf } from '../../operators/touches/index.ts';
import type { Factors } from '../factors/index.ts';
import { type Identity, maskedAccount } from '../identity/index.ts';
import type { Kyc } from '../kyc/index.ts';
import { FINISH_TASK } from './finish.ts';
import type { RequestRow } from './request-rows.ts';
import { FIRST, recoveryReviewName, SECOND } from './review-name.ts';

export interface RecoveryReviewDeps {
  readonly db: Db;
  readonly kyc: Pick<Kyc, 'checkedPerson'>;
  readonly identity: Pick<Identity, 'user'>;
  readonly factors: Pick<Factors, 'notices'>;
  readonly files: Pick<Files, 'read'>;
  readonly touches: Touches;
  readonly reviews: Pick<Reviews, 'enter'>;
}

async function find(db: Db, { subject }: ReviewItem): Promise<RequestRow> {
  const row = await db
    .selectFrom('recovery.request')
    .selectAll()
    .where('request_no', '=', BigInt(subject))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('NOT_FOUND');
  return row;
}

const approvalsOf = (db: Db, subject: string) =>
  db.selectFrom('recovery.approval').selectAll().where('request_no', '=', BigInt(subject)).execute();

/** Ends the state of waiting within the decision. @throws Refusal REVIEW_ENDED where it was cancelled */
async function move(trx: Trx, subject: string, set: Partial<RequestRow>) {
  const row = await trx
    .updateTable('recovery.request')
    .set(set)
    .where('request_no', '=', BigInt(subject))
    .where('state', '=', 'waiting')
    .returning('due_at')
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('REVIEW_ENDED');
  return row;
}

/** The facts and images that an operator decides by. The look is an entry. */
async function shownItem(
  { db, kyc, identity, touches }: RecoveryReviewDeps,
  item: ReviewItem,
  reviewer: Reviewer,
): Promise<ReviewFile> {
  const row = await find(db, item);
  await touches.noteView(touchOf(item, reviewer, 'recoveryViewed'));
  const [user, person, approvals] = await Promise.all([
    identity.user(item.userId),
    kyc.checkedPerson(item.userId),
    approvalsOf(db, item.subject),
  ]);
  const fact = (name: string, value: string | null | undefined) => (value == null ? [] : [{ name, value }]);
  return {
    facts: [
      ...fact('proof', row.proof),
      ...fact('contact', row.contact === null || user === null ? null : maskedAccount(user)),
      ...fact('note', row.needs_photo ? row.note : null),
      ...fact('name', person?.name),
      ...fact('idNumber', person?.idNumber),
      ...fact('due', row.due_at?.toISOString()),
      ...approvals.flatMap(({ operator }) => fact('approvedBy', operator)),
    ],
    images: [...(row.photo === null ? [] : ['photo']), ...(person === null ? [] : ['front', 'handheld'])],
    isFirst: item.version === FIRST,
  };
}

/** An image of the request, or of the identity check that it is held against; null where there is none. */
async function shownPicture(
  { db, kyc, files, touches }: RecoveryReviewDeps,
  item: ReviewItem,
  name: string,
  reviewer: Reviewer,
): Promise<ReviewPicture | null> {
  const row = await find(db, item);
  const person = await kyc.checkedPerson(item.userId);
  const of: Readonly<Record<string, string | null | undefined>> = {
    photo: row.photo,
    front: person?.front,
    handheld: person?.handheld,
  };
  const id = of[name] ?? null;
  if (id === null) return null;
  await touches.noteView(touchOf(item, reviewer, 'photoViewed'));
  const bytes = await files.read(id);
  return bytes === null ? null : { type: 'image/jpeg', bytes };
}

async function refuse(
  { touches, factors }: RecoveryReviewDeps,
  trx: Trx,
  item: ReviewItem,
  { reason, reviewer, timeMs }: ReviewDecision,
): Promise<void> {
  const ended = { ended_at: new Date(timeMs), password_hash: null };
  await move(trx, item.subject, { state: 'refused', reason: reason as RecoveryRejection, ...ended });
  await touches.note(trx, touchOf(item, reviewer, 'recoveryRefused', `recovery.${reason}` as TouchCode));
  await factors.notices.tell(trx, item.userId, 'recoveryRefused');
}

/** Notes an approval. The first one enters the request for the second, which has it finished once it is due. */
async function approve(
  { touches, reviews }: RecoveryReviewDeps,
  trx: Trx,
  item: ReviewItem,
  { reason, reviewer, timeMs }: ReviewDecision,
): Promise<void> {
  const { subject, userId } = item;
  // One operator is never enough: the key refuses a second approval by the same.
  await trx
    .insertInto('recovery.approval')
    .values({
      request_no: Number(subject),
      operator_id: reviewer.operatorId,
      operator: reviewer.name,
      role: reviewer.role,
      reason,
      at: new Date(timeMs),
    })
    .execute();
  await touches.note(trx, touchOf(item, reviewer, 'recoveryApproved', `recovery.${reason}` as TouchCode));
  const { due_at } = await move(
    trx,
    subject,
    item.version === FIRST ? { state: 'waiting' } : { state: 'approved' },
  );
  if (item.version === FIRST)
    await reviews.enter(trx, recoveryReviewName, {
      subject,
      version: SECOND,
      userId,
      deadlineAtMs: due_at?.getTime() ?? null,
    });
  else await addJob(trx, { task: FINISH_TASK, row: subject, ...(due_at === null ? {} : { runAt: due_at }) });
}

/** Requests in the operators' queue: two operators approve one after the other, and each look is an entry. */
export function recoveryReview(deps: RecoveryReviewDeps): ReviewKind {
  return defineReviewKind({
    ...recoveryReviewName,
    roles: ['review', 'risk'],
    reasons: { approve: recoveryApprovals, reject: recoveryRejections },
    read: (item, reviewer) => shownItem(deps, item, reviewer),
    picture: (item, name, reviewer) => shownPicture(deps, item, name, reviewer),
    approvers: async ({ subject }) =>
      (await approvalsOf(deps.db, subject)).map(({ operator_id }) => idOf(operator_id)),
    onDecided: (trx, item, decision) =>
      decision.verdict === 'reject' ? refuse(deps, trx, item, decision) : approve(deps, trx, item, decision),
  });
}
