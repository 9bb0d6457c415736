import {
  type Certification,
  KYC_REVIEW_HOURS,
  type KycForm,
  type KycLapse,
  type KycRejection,
} from '@candor/api';
import type { Pool } from 'pg';
import { type Db, kyselyOf, migrate, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import { countries } from '../../gateway/content/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import { type Reviews, versionOf } from '../../gateway/review/index.ts';
import { type Identity, maskedAccount } from '../identity/index.ts';
import { createPersonSafe, maskedName, maskedNumber, type Person, type PersonSafe } from './person.ts';
import { kycReviewName, subjectOf, takesTwo } from './review-name.ts';
import { migrations } from './schema.ts';
import { countSince, latestOf, lockUser, type Submission } from './submissions.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SUBMISSIONS_A_DAY = 10;

/** Identities of users, as documents show them. */
export interface Kyc {
  readonly db: Db;
  readonly safe: PersonSafe;
  /** The country of the approved document; null for none. */
  country(userId: number): Promise<string | null>;
  /** Returns how far a user is verified, without anything that a stranger could use. */
  certification(userId: number): Promise<Certification>;
  /**
   * The name that a user gave at level 1 and that was not refused; null for none. Within the caller's transaction no
   * other name takes its place.
   */
  nameOf(userId: number, trx?: Trx): Promise<{ readonly name: string; readonly isVerified: boolean } | null>;
  /** Adds what ends with the person of level 1: called in the transaction that puts another one in the place. */
  onPersonChanged(listener: PersonListener): void;
  /** Adds what begins once level 2 has passed: called in the transaction of the last approval. */
  onChecked(listener: CheckedListener): void;
  /** Tells those who listen that level 2 has passed. */
  checked: CheckedListener;
  /** The person and photos of a check that was passed, for whoever may look; null where none was. */
  checkedPerson(userId: number): Promise<CheckedPerson | null>;
  /**
   * Submits a level. What is the same as a submission that waits changes nothing.
   * @throws Refusal KYC_APPROVED, KYC_PRIMARY_FIRST, KYC_LIMITED, FILE_UNKNOWN
   */
  submit(userId: number, form: KycForm): Promise<Certification>;
}

/** Ends what rested on the earlier name. */
export type PersonListener = (trx: Trx, userId: number, name: string) => Promise<void>;

/** Begins what rests on a person who passed level 2; `person` is the keyed hash of the document, in hex. */
export type CheckedListener = (trx: Trx, userId: number, person: string) => Promise<void>;

/** Person who passed the identity check, with the photos that showed it. */
export interface CheckedPerson extends Person {
  readonly front: string | null;
  readonly handheld: string | null;
}

export interface KycOptions {
  readonly pool: Pool;
  readonly masterKey: Uint8Array;
  readonly files: Pick<Files, 'keep'>;
  readonly reviews: Reviews;
  readonly identity: Pick<Identity, 'user'>;
  readonly now: () => number;
}

type Content = Pick<
  Submission,
  'person_sealed' | 'id_hash' | 'country' | 'document_type' | 'front' | 'back' | 'handheld'
>;

const none = { state: 'none', reason: null, version: 0, submitTime: null, dueTime: null } as const;

function levelOf(row: Submission | null) {
  if (row === null || row.state === 'replaced') return none;
  const isPending = row.state === 'pending';
  return {
    state: row.state,
    reason: row.reason as KycRejection | KycLapse | null,
    version: row.version,
    submitTime: row.submitted_at.getTime(),
    dueTime: isPending ? row.due_at.getTime() : null,
  };
}

/** Opens the room: migrates its schema and returns it. */
export async function openKyc(options: KycOptions): Promise<Kyc> {
  const { pool, files, reviews, identity, now } = options;
  await migrate(pool, 'kyc', migrations);
  const db = kyselyOf(pool);
  const safe = createPersonSafe(options.masterKey);

  const listeners: PersonListener[] = [];
  const checkedListeners: CheckedListener[] = [];

  function contentOf(form: KycForm): Content {
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

  function isSame(row: Submission, form: KycForm): boolean {
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
  async function endOfPerson(trx: Trx, userId: number, name: string): Promise<void> {
    const nowMs = now();
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

  /** Locks the user, and what waits in the queue before its rows, as who decides it does. */
  async function lockAll(trx: Trx, userId: number): Promise<void> {
    await lockUser(trx, userId);
    for (const level of ['primary', 'advanced'] as const)
      await reviews.isInHand(trx, kycReviewName, subjectOf(userId, level));
  }

  async function enter(trx: Trx, userId: number, form: KycForm): Promise<void> {
    const { level } = form;
    await lockAll(trx, userId);
    const latest = await latestOf(trx, userId, level);
    if (latest?.state === 'approved') throw new Refusal('KYC_APPROVED');
    if (latest?.state === 'pending' && isSame(latest, form)) return;
    const primary = level === 'advanced' ? await latestOf(trx, userId, 'primary') : null;
    if (level === 'advanced' && (primary === null || primary.state === 'rejected'))
      throw new Refusal('KYC_PRIMARY_FIRST');
    const timeMs = now();
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
    const content = contentOf(form);
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
    if (isSame(latest, form)) await keepPhotos(trx, userId, version);
    else await endOfPerson(trx, userId, form.name);
  }

  async function certification(userId: number): Promise<Certification> {
    const [primary, advanced, user] = await Promise.all([
      latestOf(db, userId, 'primary'),
      latestOf(db, userId, 'advanced'),
      identity.user(userId),
    ]);
    const person = primary?.person_sealed == null ? null : safe.open(primary.person_sealed);
    return {
      primary: {
        ...levelOf(primary),
        name: person === null ? null : maskedName(person.name),
        idNumber: person === null ? null : maskedNumber(person.idNumber),
      },
      advanced: {
        ...levelOf(advanced),
        country: advanced?.country ?? null,
        documentType: (advanced?.document_type ?? null) as Certification['advanced']['documentType'],
      },
      // a mail address is kept only once a code that was sent to it came back
      email: {
        state: user?.email == null ? 'none' : 'approved',
        masked: maskedAccount({ email: user?.email ?? null, phone: null, account: null }),
      },
      reviewHours: KYC_REVIEW_HOURS,
    };
  }

  return {
    country: (userId) => verifiedCountry(db, userId),
    db,
    safe,
    certification,
    async nameOf(userId, caller) {
      if (caller !== undefined) await lockUser(caller, userId);
      const row = await latestOf(caller ?? db, userId, 'primary');
      if (row?.person_sealed == null || row.state === 'rejected') return null;
      return { name: safe.open(row.person_sealed).name, isVerified: row.state === 'approved' };
    },
    onPersonChanged: (listener) => void listeners.push(listener),
    onChecked: (listener) => void checkedListeners.push(listener),
    async checked(trx, userId, person) {
      for (const listener of checkedListeners) await listener(trx, userId, person);
    },
    async checkedPerson(userId) {
      const [primary, advanced] = await Promise.all([
        latestOf(db, userId, 'primary'),
        latestOf(db, userId, 'advanced'),
      ]);
      if (advanced?.state !== 'approved' || primary?.person_sealed == null) return null;
      if (primary.state !== 'approved' || primary.version !== advanced.primary_version) return null;
      return { ...safe.open(primary.person_sealed), front: advanced.front, handheld: advanced.handheld };
    },
    async submit(userId, form) {
      await db.transaction().execute(async (trx) => {
        refuseLate(now());
        await enter(trx, userId, form);
      });
      return certification(userId);
    },
  };
}

/** The country of a user's approved document; null for none. */
export async function verifiedCountry(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('kyc.submission')
    .select('country')
    .where('user_id', '=', BigInt(userId))
    .where('level', '=', 'advanced')
    .where('state', '=', 'approved')
    .orderBy('version', 'desc')
    .executeTakeFirst();
  return row?.country ?? null;
}
