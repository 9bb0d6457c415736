import { type KycRejection, kycRejections, type TouchAct } from '@candor/api';
import { sql } from 'kysely';
import type { Files } from '../files/index.ts';
import { Refusal } from '../refusal.ts';
import { defineReviewKind, type Reviewer, type ReviewItem, type ReviewKind } from '../review/index.ts';
import type { Touches } from '../touches/index.ts';
import type { Kyc } from './kyc.ts';
import { kycReviewName, levelOfSubject } from './review-name.ts';
import { latestOf, othersWithDocument, type Submission, submissionOf } from './submissions.ts';

export interface KycReviewNeeds {
  readonly kyc: Kyc;
  readonly files: Pick<Files, 'read'>;
  readonly touches: Touches;
}

const PHOTOS = ['front', 'back', 'handheld'] as const;

/** The identity check in the operators' queue: every look is an entry that the user reads. */
export function kycReview({ kyc, files, touches }: KycReviewNeeds): ReviewKind {
  const { db, safe } = kyc;

  const touch = (item: ReviewItem, reviewer: Reviewer, act: TouchAct) => ({
    ...{ userId: item.userId, act, reason: null, code: null },
    operator: { name: reviewer.name, role: reviewer.role },
  });

  async function find({ userId, subject, version }: ReviewItem): Promise<Submission> {
    const row = await submissionOf(db, userId, levelOfSubject(subject), version);
    if (row === null) throw new Refusal('NOT_FOUND');
    return row;
  }

  /** Name and number of the primary level, which photos are held against. */
  async function personFacts(userId: number, sealed: Buffer | null, idHash: Buffer | null) {
    if (sealed === null) return [];
    const { name, idNumber } = safe.open(sealed);
    const others = idHash === null ? 0 : await othersWithDocument(db, userId, idHash);
    return [
      { name: 'name', value: name },
      { name: 'idNumber', value: idNumber },
      { name: 'otherAccounts', value: String(others) },
    ];
  }

  return defineReviewKind({
    ...kycReviewName,
    reasons: { approve: ['matches'], reject: kycRejections },
    async read(item, reviewer) {
      const row = await find(item);
      const shown = row.level === 'primary' ? row : await latestOf(db, item.userId, 'primary');
      await touches.noteView(touch(item, reviewer, 'kycViewed'));
      return {
        facts: [
          { name: 'level', value: row.level },
          ...(await personFacts(item.userId, shown?.person_sealed ?? null, shown?.id_hash ?? null)),
          ...(row.country === null ? [] : [{ name: 'country', value: row.country }]),
          ...(row.document_type === null ? [] : [{ name: 'documentType', value: row.document_type }]),
          { name: 'version', value: String(row.version) },
        ],
        images: PHOTOS.filter((photo) => row[photo] !== null),
      };
    },
    async picture(item, name, reviewer) {
      const photo = PHOTOS.find((each) => each === name);
      const id = photo === undefined ? null : (await find(item))[photo];
      if (id === null) return null;
      await touches.noteView(touch(item, reviewer, 'photoViewed'));
      const bytes = await files.read(id);
      return bytes === null ? null : { type: 'image/jpeg', bytes };
    },
    async onDecided(trx, item, { verdict, reason, reviewer, timeMs }) {
      const isApproved = verdict === 'approve';
      const { numAffectedRows } = await sql`
        update kyc.submission set state = ${isApproved ? 'approved' : 'rejected'},
          reason = ${isApproved ? null : (reason as KycRejection)}, decided_at = ${new Date(timeMs)}
        where user_id = ${item.userId} and level = ${levelOfSubject(item.subject)}
          and version = ${item.version} and state = 'pending'`.execute(trx);
      if (numAffectedRows !== 1n) throw new Refusal('REVIEW_ENDED');
      const act = isApproved ? 'kycApproved' : 'kycRejected';
      await touches.note(trx, {
        ...touch(item, reviewer, act),
        code: `kyc.${reason as KycRejection | 'matches'}`,
      });
    },
  });
}
