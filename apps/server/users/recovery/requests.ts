import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Language, RECOVERY_DAYS, type RecoveryShown, type UploadedFile } from '@candor/api';
import { type Selectable, sql } from 'kysely';
import { type Database, type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Codes } from '../../gateway/codes/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import { linkOf, type Messages } from '../../gateway/messages/index.ts';
import type { Reviews } from '../../gateway/review/index.ts';
import type { Factors } from '../factors/index.ts';
import { type Identity, maskedAccount, type User } from '../identity/index.ts';
import type { Kyc } from '../kyc/index.ts';
import { FIRST, recoveryReviewName } from './review-name.ts';
import type { RecoveryProof } from './schema.ts';

export type RequestRow = Selectable<Database['recovery.request']>;

export interface RequestsDeps {
  readonly db: Db;
  readonly identity: Pick<Identity, 'user' | 'entry'>;
  readonly factors: Pick<Factors, 'antiPhishing' | 'notices' | 'guesses'>;
  readonly kyc: Pick<Kyc, 'certification'>;
  readonly files: Pick<Files, 'take' | 'keep'>;
  readonly codes: Codes | null;
  readonly messages: Pick<Messages, 'isOpen'>;
  readonly reviews: Pick<Reviews, 'enter' | 'withdraw'>;
  /** The key that the links of mails are derived with. */
  readonly linkKey: Uint8Array;
  readonly now: () => number;
}

/** The proof that a request begins with. */
export type Beginning =
  | { readonly act: 'login' | 'reset'; readonly ticket: string }
  | { readonly act: 'session'; readonly userId: number };

/** Sender who begins a request or asks for its code. */
export interface Asker {
  readonly headers: IncomingHttpHeaders;
  readonly language: Language;
}

/**
 * The way back for who lost every factor: published, slow and loud. A request begins with something that the owner
 * knows, tells every contact of the account at once, waits seven days in which any session or mail cancels it, and
 * needs two operators. No operator can begin one.
 */
export interface Requests {
  /** @throws Refusal LOGIN_TICKET_OVER, RECOVERY_UNDER_WAY, RECOVERY_IMPOSSIBLE, RECOVERY_LIMITED */
  open(beginning: Beginning, asker: Asker): Promise<RecoveryShown & { readonly token: string }>;
  /** Sends a code to the contact of a draft. @throws Refusal RECOVERY_UNKNOWN, or for a limit of codes */
  sendCode(
    token: string,
    asker: Asker & { readonly ip: string },
  ): Promise<{ readonly expiresAtMs: number; readonly resendAtMs: number }>;
  /** The user of a draft; null where the token is of none. */
  userOfDraft(token: string): Promise<number | null>;
  /** @throws Refusal RECOVERY_UNKNOWN, or for the file */
  takePhoto(token: string, bytes: Uint8Array): Promise<UploadedFile>;
  /**
   * Sends a draft. Sent once more it changes nothing. @throws Refusal CODE_REQUIRED, CODE_WRONG, FILE_MISSING, FILE_UNKNOWN,
   * RECOVERY_UNDER_WAY
   */
  submit(token: string, code: string | null, photo: string | null): Promise<RecoveryShown>;
  /** @throws Refusal RECOVERY_UNKNOWN */
  state(token: string): Promise<RecoveryShown>;
  /** The request under way of a user; null where there is none. */
  own(userId: number): Promise<{ readonly number: number; readonly dueTime: number } | null>;
  /** Cancels by the requester's token or by the secret of a mail's link. @throws Refusal RECOVERY_UNKNOWN */
  cancelBy(secret: string): Promise<void>;
  cancelOwn(userId: number): Promise<void>;
}

const DAY_MS = 86_400_000;
const DRAFT_MS = DAY_MS;
/** Requests of an account that are sent in a month: from each of its known devices, and from all other browsers together. */
const SENT_A_MONTH = 3;
const UNDER_WAY = ['waiting', 'approved'] as const;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
const newNote = () => `CANDOR ${String(randomInt(1_000_000)).padStart(6, '0')}`;
const channelOf = { email: 'email', phone: 'sms' } as const;

export function createRequests(deps: RequestsDeps): Requests {
  const { db, identity, factors, kyc, files, codes, messages, reviews, linkKey, now } = deps;

  async function userOf(userId: number): Promise<User> {
    const user = await identity.user(userId);
    if (user === null) throw new Refusal('RECOVERY_UNKNOWN');
    return user;
  }

  async function shown(row: RequestRow): Promise<RecoveryShown> {
    const user = await userOf(idOf(row.user_id));
    const { contact } = row;
    const none = { account: null, email: null, phone: null };
    return {
      number: idOf(row.request_no),
      state: row.state,
      reason: row.reason,
      dueTime: row.due_at?.getTime() ?? null,
      photo: row.needs_photo,
      note: row.note,
      contact: contact === null ? null : maskedAccount({ ...none, [contact]: user[contact] }),
      contactKind: contact,
    };
  }

  async function rowOf(token: string): Promise<RequestRow> {
    const row = await db
      .selectFrom('recovery.request')
      .selectAll()
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirst();
    const isOver = row?.state === 'draft' && row.opened_at.getTime() + DRAFT_MS < now();
    if (row === undefined || isOver) throw new Refusal('RECOVERY_UNKNOWN');
    return row;
  }

  async function draftOf(token: string): Promise<RequestRow> {
    const row = await rowOf(token);
    if (row.state !== 'draft') throw new Refusal('RECOVERY_UNKNOWN');
    return row;
  }

  /** Returns the proofs that the account has of its owner. A mail alone is not enough. @throws Refusal RECOVERY_IMPOSSIBLE */
  async function wayOf(user: User, proof: RecoveryProof) {
    const { advanced } = await kyc.certification(user.userId);
    if (advanced.state === 'approved') return { needs_photo: true, contact: null };
    const contact = (['email', 'phone'] as const).find(
      (each) => user[each] !== null && messages.isOpen(channelOf[each]),
    );
    if (contact === undefined || proof === 'reset') throw new Refusal('RECOVERY_IMPOSSIBLE');
    return { needs_photo: false, contact };
  }

  async function beginningOf(beginning: Beginning) {
    if (beginning.act === 'session') return { userId: beginning.userId, passwordHash: null };
    const { entry } = identity;
    if (entry === null) throw new Refusal('LOGIN_TICKET_OVER');
    return entry.holderOf(beginning.act, beginning.ticket);
  }

  /**
   * Holds the user's requests still until the transaction ends. @throws Refusal RECOVERY_UNDER_WAY, or RECOVERY_UNKNOWN where
   * the account was closed meanwhile: nobody is signed in here, so no login that ended says so
   */
  async function refuseSecond(trx: Trx, userId: number): Promise<void> {
    const { rows } = await sql<{ closed: boolean }>`
      select closed_at is not null as closed from identity.user where user_id = ${userId} for key share`.execute(
      trx,
    );
    if (rows[0]?.closed !== false) throw new Refusal('RECOVERY_UNKNOWN');
    await sql`select pg_advisory_xact_lock(hashtext('candor recovery'), ${userId})`.execute(trx);
    const underWay = await trx
      .selectFrom('recovery.request')
      .select('request_no')
      .where('user_id', '=', BigInt(userId))
      .where('state', 'in', [...UNDER_WAY])
      .executeTakeFirst();
    if (underWay !== undefined) throw new Refusal('RECOVERY_UNDER_WAY');
  }

  /** Ends the draft of the same device, or of unknown browsers. @throws Refusal RECOVERY_LIMITED */
  async function makeRoom(trx: Trx, userId: number, device: string | null): Promise<void> {
    const isOfAsker = sql<boolean>`user_id = ${userId} and device is not distinct from ${device}`;
    const month = new Date(now() - 30 * DAY_MS);
    const sent = await trx
      .selectFrom('recovery.request')
      .select('request_no')
      .where(isOfAsker)
      .where('submitted_at', '>', month)
      .execute();
    if (sent.length >= SENT_A_MONTH) throw new Refusal('RECOVERY_LIMITED');
    await trx.deleteFrom('recovery.request').where(isOfAsker).where('state', '=', 'draft').execute();
  }

  async function cancel(where: { readonly userId: number } | { readonly secret: string }): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      let query = trx
        .updateTable('recovery.request')
        .set({ state: 'cancelled', ended_at: new Date(now()), password_hash: null })
        .where('state', 'in', [...UNDER_WAY])
        .returning(['request_no', 'user_id']);
      if ('userId' in where) query = query.where('user_id', '=', BigInt(where.userId));
      else {
        const hash = hashOf(where.secret);
        query = query.where((is) => is.or([is('link_hash', '=', hash), is('token_hash', '=', hash)]));
      }
      const row = await query.executeTakeFirst();
      if (row === undefined) return false;
      await reviews.withdraw(trx, recoveryReviewName, String(row.request_no));
      await factors.notices.tell(trx, idOf(row.user_id), 'recoveryCancelled');
      return true;
    });
  }

  return {
    async open(beginning, { headers, language }) {
      const { userId, passwordHash } = await beginningOf(beginning);
      const user = await userOf(userId);
      const way = await wayOf(user, beginning.act);
      const device = await factors.guesses.deviceOf({ session: { userId }, headers });
      const token = randomBytes(32).toString('base64url');
      const row = await db.transaction().execute(async (trx) => {
        await refuseSecond(trx, userId);
        await makeRoom(trx, userId, device);
        return trx
          .insertInto('recovery.request')
          .values({
            user_id: userId,
            token_hash: hashOf(token),
            link_hash: null,
            state: 'draft',
            proof: beginning.act,
            password_hash: passwordHash,
            device,
            ...way,
            note: newNote(),
            photo: null,
            language,
            opened_at: new Date(now()),
            submitted_at: null,
            due_at: null,
            reason: null,
            ended_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      return { ...(await shown(row)), token };
    },
    async sendCode(token, { ip, headers, language }) {
      const row = await draftOf(token);
      const user = await userOf(idOf(row.user_id));
      const to = row.contact === null ? null : user[row.contact];
      if (codes === null || row.contact === null || to === null) throw new Refusal('RECOVERY_UNKNOWN');
      return codes.send({
        browser: `recovery ${row.request_no}`,
        purpose: 'confirm',
        channel: channelOf[row.contact],
        to,
        ip,
        language,
        userId: user.userId,
        send: 'code',
        act: { name: 'recovery', facts: [] },
        antiPhishing: await factors.antiPhishing.of(user.userId),
        // codes that strangers ask for do not use up the device's day
        device: await factors.guesses.deviceOf({ session: user, headers }),
      });
    },
    async userOfDraft(token) {
      return draftOf(token).then(
        ({ user_id }) => idOf(user_id),
        () => null,
      );
    },
    async takePhoto(token, bytes) {
      const row = await draftOf(token);
      if (!row.needs_photo) throw new Refusal('RECOVERY_UNKNOWN');
      return files.take(idOf(row.user_id), bytes);
    },
    async submit(token, code, photo) {
      const row = await rowOf(token);
      if (row.state !== 'draft') return shown(row);
      const userId = idOf(row.user_id);
      const user = await userOf(userId);
      if (row.needs_photo && photo === null) throw new Refusal('FILE_MISSING', { field: 'photo' });
      if (row.contact !== null) {
        const to = user[row.contact];
        if (code === null) throw new Refusal('CODE_REQUIRED', { field: 'code' });
        if (codes === null || to === null) throw new Refusal('RECOVERY_UNKNOWN');
        const channel = channelOf[row.contact];
        await codes.use({ browser: `recovery ${row.request_no}`, purpose: 'confirm', channel, to }, code);
      }
      const nonce = randomBytes(16);
      const dueAt = new Date(now() + RECOVERY_DAYS * DAY_MS);
      const sent = await db.transaction().execute(async (trx: Trx) => {
        await refuseSecond(trx, userId);
        const changed = await trx
          .updateTable('recovery.request')
          .set({
            state: 'waiting',
            submitted_at: new Date(now()),
            due_at: dueAt,
            photo: row.needs_photo ? photo : null,
            link_hash: hashOf(linkOf(linkKey, nonce, 'recover')),
          })
          .where('request_no', '=', row.request_no)
          .where('state', '=', 'draft')
          .returningAll()
          .executeTakeFirst();
        if (changed === undefined) throw new Refusal('RECOVERY_UNKNOWN');
        if (row.needs_photo && photo !== null) await files.keep(trx, 'recovery', userId, [photo]);
        await factors.notices.tell(trx, userId, 'recoveryAsked', { linkNonce: nonce });
        await reviews.enter(trx, recoveryReviewName, {
          subject: String(row.request_no),
          version: FIRST,
          userId,
          deadlineAtMs: dueAt.getTime(),
        });
        return changed;
      });
      return shown(sent);
    },
    state: async (token) => shown(await rowOf(token)),
    async own(userId) {
      const row = await db
        .selectFrom('recovery.request')
        .select(['request_no', 'due_at'])
        .where('user_id', '=', BigInt(userId))
        .where('state', 'in', [...UNDER_WAY])
        .executeTakeFirst();
      if (row?.due_at == null) return null;
      return { number: idOf(row.request_no), dueTime: row.due_at.getTime() };
    },
    async cancelBy(secret) {
      if (await cancel({ secret })) return;
      const hash = hashOf(secret);
      const known = await db
        .selectFrom('recovery.request')
        .select('state')
        .where((is) => is.or([is('link_hash', '=', hash), is('token_hash', '=', hash)]))
        .executeTakeFirst();
      // once more is no error
      if (known?.state !== 'cancelled') throw new Refusal('RECOVERY_UNKNOWN');
    },
    async cancelOwn(userId) {
      await cancel({ userId });
    },
  };
}
