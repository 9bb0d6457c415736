import { KYC_REVIEW_HOURS, type KycForm, type KycLapse } from '@candor/api';
import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { countries } from '../../gateway/content/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import { type Reviews, versionOf } from '../../gateway/review/index.ts';
import type { PersonSafe } from './person.ts';
import { kycReviewName, subjectOf, takesTwo } from './review-name.ts';
import { countSince, latestOf, lockUser, type Submission } from './submissions.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SUBMISSIONS_A_DAY = 10;

/** Ends what rested on the earlier name. */
export type PersonListener = (trx: Trx, userId: number, name: string) => Promise<void>;

/** The parts that a submission is kept by, and who listens for another person at level 1. */
export interface SubmittingRoom {
  readonly safe: PersonSafe;
  readonly files: Pick<Files, 'keep'>;
  readonly reviews: Reviews;
  readonly listeners: readonly PersonListener[];
  readonly now: () => number;
}

type Content = Pick<
  Submission,
  'person_sealed' | 'id_hash' | 'country' | 'document_type' | 'front' | 'back' | 'handheld'
>;

function contentOf(safe: PersonSafe, form: KycForm): Content {
  if (form.level === 'primary') {
    const { name, idNumber } = form;
    return {
      person_sealed: safe.seal({ name, idNumber }),
      id_hash: safe.hashOf(idNumber),
      country: null,
      document_type: null,
      front: null,
      back: null,
      handheld: null,
    };
  }
  const { country, documentType, front, back = null, handheld } = form;
  if (!countries('en').some((each) => each.country === country))
    throw new Refusal('INVALID_INPUT', { field: 'country' });
  return {
    person_sealed: null,
    id_hash: null,
    country,
    document_type: documentType,
    front,
    back,
    handheld,
  };
}

function isSame(safe: PersonSafe, row: Submission, form: KycForm): boolean {
  if (form.level === 'primary') {
    const { name, idNumber } = safe.open(row.person_sealed as Buffer);
    return name === form.name && idNumber === form.idNumber;
  }
  const { country, documentType, front, back = null, handheld } = form;
  return (
    row.country === country &&
    row.document_type === documentType &&
    row.front === front &&
    row.back === back &&
    row.handheld === handheld
  );
}

/** Another person at level 1 ends what was shown of the earlier one: photos are those of a person. */
async function endOfPerson(
  { reviews, listeners }: Pick<SubmittingRoom, 'reviews' | 'listeners'>,
  trx: Trx,
  person: { readonly userId: number; readonly name: string },
  nowMs: number,
): Promise<void> {
  const { userId, name } = person;
  const ended = await trx
    .updateTable('kyc.submission')
    .set({ state: 'rejected', reason: 'personChanged' satisfies KycLapse, decided_at: new Date(nowMs) })
    .where('user_id', '=', BigInt(userId))
    .where('level', '=', 'advanced')
    .where('state', 'in', ['pending', 'approved'])
    .returning('version')
    .executeTakeFirst();
  if (ended !== undefined)
    await noteNotice(trx, {
      userId,
      key: `identity:advanced:${ended.version}`,
      kind: 'identity-decided',
      timeMs: nowMs,
      facts: { level: 'advanced', decision: 'rejected', reason: 'personChanged' },
    });
  await reviews.withdraw(trx, kycReviewName, subjectOf(userId, 'advanced'));
  for (const listener of listeners) await listener(trx, userId, name);
}

/** The same person sent again: photos that wait are those of this version too, else nobody could approve them. */
async function keepPhotos(trx: Trx, userId: number, version: number): Promise<void> {
  await trx
    .updateTable('kyc.submission')
    .set({ primary_version: version })
    .where('user_id', '=', BigInt(userId))
    .where('level', '=', 'advanced')
    .where('state', '=', 'pending')
    .execute();
}

/** Locks the user, then what waits in the queue and what it is about. */
async function lockAll(reviews: Reviews, trx: Trx, userId: number): Promise<void> {
  await lockUser(trx, userId);
  const subjects = (['primary', 'advanced'] as const).map((level) => subjectOf(userId, level));
  await reviews.lock(trx, [kycReviewName], subjects, () =>
    trx
      .selectFrom('kyc.submission')
      .select('version')
      .where('user_id', '=', BigInt(userId))
      .orderBy('level')
      .orderBy('version')
      .forUpdate()
      .execute(),
  );
}

/**
 * Enters a submission into the queue, in place of one that waits. The same as one that waits changes nothing.
 * @throws Refusal KYC_APPROVED, KYC_PRIMARY_FIRST, KYC_LIMITED, INVALID_INPUT, FILE_UNKNOWN
 */
export async function enterSubmission(
  room: SubmittingRoom,
  trx: Trx,
  userId: number,
  form: KycForm,
): Promise<void> {
  const { safe, files, reviews } = room;
  const { level } = form;
  await lockAll(reviews, trx, userId);
  const latest = await latestOf(trx, userId, level);
  if (latest?.state === 'approved') throw new Refusal('KYC_APPROVED');
  if (latest?.state === 'pending' && isSame(safe, latest, form)) return;
  const primary = level === 'advanced' ? await latestOf(trx, userId, 'primary') : null;
  if (level === 'advanced' && (primary === null || primary.state === 'rejected'))
    throw new Refusal('KYC_PRIMARY_FIRST');
  const timeMs = room.now();
  const since = new Date(timeMs - DAY_MS);
  if ((await countSince(trx, userId, level, since)) >= SUBMISSIONS_A_DAY) throw new Refusal('KYC_LIMITED');
  await trx
    .updateTable('kyc.submission')
    .set({ state: 'replaced' })
    .where('user_id', '=', BigInt(userId))
    .where('level', '=', level)
    .where('state', '=', 'pending')
    .execute();
  const version = (latest?.version ?? 0) + 1;
  const content = contentOf(safe, form);
  await trx
    .insertInto('kyc.submission')
    .values({
      user_id: userId,
      level,
      version,
      state: 'pending',
      ...content,
      reason: null,
      primary_version: primary?.version ?? null,
      submitted_at: new Date(timeMs),
      decided_at: null,
      due_at: new Date(timeMs + KYC_REVIEW_HOURS * HOUR_MS),
    })
    .execute();
  const photos = [content.front, content.back, content.handheld].filter((id) => id !== null);
  if (photos.length > 0) await files.keep(trx, 'kyc', userId, photos);
  await reviews.enter(trx, kycReviewName, {
    subject: subjectOf(userId, level),
    userId,
    version: versionOf(version, takesTwo(level)),
  });
  if (form.level !== 'primary' || latest === null) return;
  if (isSame(safe, latest, form)) await keepPhotos(trx, userId, version);
  else await endOfPerson(room, trx, { userId, name: form.name }, room.now());
}
