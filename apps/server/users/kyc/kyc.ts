import {
  type Certification,
  KYC_REVIEW_HOURS,
  type KycForm,
  type KycLapse,
  type KycRejection,
} from '@candor/api';
import type { Pool } from 'pg';
import { type Db, kyselyOf, migrate, type Trx } from '../../base/database/index.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import type { Reviews } from '../../gateway/review/index.ts';
import { type Identity, maskedAccount } from '../identity/index.ts';
import { createPersonSafe, maskedName, maskedNumber, type Person, type PersonSafe } from './person.ts';
import { migrations } from './schema.ts';
import { latestOf, lockUser, type Submission } from './submissions.ts';
import { enterSubmission, type PersonListener } from './submitting.ts';

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

/** Parts that a user's state is read by. */
interface KycRoom {
  readonly db: Db;
  readonly safe: PersonSafe;
  readonly identity: Pick<Identity, 'user'>;
}

/** Returns how far a user is verified, without anything that a stranger could use. */
async function certificationOf({ db, safe, identity }: KycRoom, userId: number): Promise<Certification> {
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

/** The person and photos of a check that was passed; null where none was. */
async function checkedPersonOf(
  { db, safe }: Pick<KycRoom, 'db' | 'safe'>,
  userId: number,
): Promise<CheckedPerson | null> {
  const [primary, advanced] = await Promise.all([
    latestOf(db, userId, 'primary'),
    latestOf(db, userId, 'advanced'),
  ]);
  if (advanced?.state !== 'approved' || primary?.person_sealed == null) return null;
  if (primary.state !== 'approved' || primary.version !== advanced.primary_version) return null;
  return { ...safe.open(primary.person_sealed), front: advanced.front, handheld: advanced.handheld };
}

/** Opens the room: migrates its schema and returns it. */
export async function openKyc(options: KycOptions): Promise<Kyc> {
  const { pool, files, reviews, identity, now } = options;
  await migrate(pool, 'kyc', migrations);
  const db = kyselyOf(pool);
  const safe = createPersonSafe(options.masterKey);
  const room: KycRoom = { db, safe, identity };
  const listeners: PersonListener[] = [];
  const checkedListeners: CheckedListener[] = [];
  const submitting = { safe, files, reviews, listeners, now };
  const certification = (userId: number) => certificationOf(room, userId);

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
    checkedPerson: (userId) => checkedPersonOf(room, userId),
    async submit(userId, form) {
      await db.transaction().execute(async (trx) => {
        refuseLate(now());
        await enterSubmission(submitting, trx, userId, form);
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
