import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { type Challenges, createChallenges } from './challenges.ts';
import type { FactorKeys } from './keys.ts';

/** Loaded by the first passkey: its 250 modules would cost each process a tenth of its start. */
const webauthn = () => import('@simplewebauthn/server');

const RP_NAME = 'Candor';
const MOST = 20;
const LOCAL_ID = 'localhost';
const LOCAL_ORIGIN = /^http:\/\/localhost(:\d{1,5})?$/;

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdMs: number;
  readonly lastUsedMs: number | null;
}

type Options = Record<string, unknown>;

/** Passkeys by WebAuthn: always with user verification, so that one alone is two factors. */
export interface Passkeys {
  list(userId: number): Promise<readonly Passkey[]>;
  /** Options with which a browser makes a passkey for this user. */
  newOptions(userId: number, account: string): Promise<Options>;
  /** Adds a passkey within the act's transaction. @throws Refusal PASSKEY_REFUSED or PASSKEYS_FULL */
  add(
    trx: Trx,
    userId: number,
    made: { readonly name: string; readonly response: unknown; readonly origin: string | undefined },
  ): Promise<void>;
  /** Removes a passkey within the act's transaction. @throws Refusal NOT_FOUND */
  remove(trx: Trx, userId: number, id: string): Promise<void>;
  /** Options with which a browser asks for a passkey: of one user, or of whoever signs in (null). */
  options(purpose: string, userId: number | null): Promise<Options>;
  /** The user whose passkey signed a challenge of this purpose. @throws Refusal PASSKEY_REFUSED */
  verify(purpose: string, response: unknown, origin: string | undefined): Promise<number>;
}

interface PasskeysOptions {
  readonly db: Db;
  readonly keys: FactorKeys;
  /** The address that users type; null on a developer's machine, where `localhost` on any port is taken. */
  readonly publicUrl: string | null;
  readonly now: () => number;
}

const REGISTER = 'register';

/** Stores and checks of passkeys. */
interface PasskeyRoom extends PasskeysOptions {
  readonly challenges: Challenges;
  readonly rpID: string;
}

/** The origin that a response must state. Of a browser's own header only a local one is believed. */
function originOf(publicUrl: string | null, header: string | undefined): string {
  if (publicUrl !== null) return new URL(publicUrl).origin;
  if (header !== undefined && LOCAL_ORIGIN.test(header)) return header;
  throw new Refusal('PASSKEY_REFUSED');
}

/** Verifying reads no database, so all that it throws is the response's fault; nothing of the reason goes out. */
async function refusing<Result>(verify: () => Promise<Result & { verified: boolean }>): Promise<Result> {
  const result = await verify().catch(() => null);
  if (result?.verified !== true) throw new Refusal('PASSKEY_REFUSED');
  return result;
}

const ofUser = (within: Db, userId: number) =>
  within
    .selectFrom('factors.passkey')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .orderBy('created_at')
    .execute();

/** A browser's answer to a challenge, as it came. */
interface Answer {
  readonly response: unknown;
  readonly origin: string | undefined;
}

/** Options with which a browser makes a passkey for this user. */
async function newOptions(
  { db, keys, challenges, rpID }: PasskeyRoom,
  userId: number,
  account: string,
): Promise<Options> {
  const known = await ofUser(db, userId);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID,
    userName: account,
    // a handle that names the account to nobody else, and no operator's
    userID: new Uint8Array(keys.hash('passkey-user', String(userId))),
    challenge: new Uint8Array(challenges.issue(`${REGISTER}:${userId}`)),
    attestationType: 'none',
    excludeCredentials: known.map((row) => ({
      id: row.passkey_id,
      transports: row.transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

/** Checks a browser's new passkey, and uses up its challenge. @throws Refusal PASSKEY_REFUSED */
async function checkNew(
  { challenges, publicUrl, rpID }: PasskeyRoom,
  trx: Trx,
  userId: number,
  { response, origin }: Answer,
) {
  const expectedOrigin = originOf(publicUrl, origin);
  let answered = '';
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await refusing(() =>
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge(challenge) {
        answered = challenge;
        return challenges.isValid(`${REGISTER}:${userId}`, challenge);
      },
      expectedOrigin,
      expectedRPID: rpID,
      requireUserVerification: true,
    }),
  );
  if (registrationInfo === undefined) throw new Refusal('PASSKEY_REFUSED');
  if (!(await challenges.use(trx, answered))) throw new Refusal('PASSKEY_REFUSED');
  return registrationInfo.credential;
}

/** Adds a passkey within the act's transaction. @throws Refusal PASSKEY_REFUSED or PASSKEYS_FULL */
async function add(
  room: PasskeyRoom,
  trx: Trx,
  userId: number,
  made: Answer & { readonly name: string },
): Promise<void> {
  const credential = await checkNew(room, trx, userId, made);
  if ((await ofUser(trx, userId)).length >= MOST) throw new Refusal('PASSKEYS_FULL');
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('factors.passkey')
    .values({
      passkey_id: credential.id,
      user_id: userId,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: [...(credential.transports ?? [])],
      name: made.name,
      created_at: new Date(room.now()),
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('PASSKEY_REFUSED');
}

/** Removes a passkey within the act's transaction. @throws Refusal NOT_FOUND */
async function remove(trx: Trx, userId: number, id: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('factors.passkey')
    .where('passkey_id', '=', id)
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw new Refusal('NOT_FOUND', { field: 'passkeyId' });
}

/** Options with which a browser asks for a passkey: of one user, or of whoever signs in (null). */
async function askingOptions(
  { db, challenges, rpID }: PasskeyRoom,
  purpose: string,
  userId: number | null,
): Promise<Options> {
  const known = userId === null ? [] : await ofUser(db, userId);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(challenges.issue(purpose)),
    userVerification: 'required',
    allowCredentials: known.map((row) => ({
      id: row.passkey_id,
      transports: row.transports as AuthenticatorTransport[],
    })),
  });
  return { ...options };
}

/** The user whose passkey signed a challenge of this purpose. @throws Refusal PASSKEY_REFUSED */
function verify(
  { db, challenges, publicUrl, rpID, now }: PasskeyRoom,
  purpose: string,
  { response, origin }: Answer,
): Promise<number> {
  const expectedOrigin = originOf(publicUrl, origin);
  const signed = response as AuthenticationResponseJSON;
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('factors.passkey')
      .selectAll()
      .where('passkey_id', '=', signed.id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('PASSKEY_REFUSED');
    let answered = '';
    const { verifyAuthenticationResponse } = await webauthn();
    const { authenticationInfo } = await refusing(() =>
      verifyAuthenticationResponse({
        response: signed,
        expectedChallenge(challenge) {
          answered = challenge;
          return challenges.isValid(purpose, challenge);
        },
        expectedOrigin,
        expectedRPID: rpID,
        credential: {
          id: row.passkey_id,
          publicKey: new Uint8Array(row.public_key),
          counter: Number(row.counter),
        },
        requireUserVerification: true,
      }),
    );
    if (!(await challenges.use(trx, answered))) throw new Refusal('PASSKEY_REFUSED');
    await trx
      .updateTable('factors.passkey')
      .set({ counter: authenticationInfo.newCounter, last_used_at: new Date(now()) })
      .where('passkey_id', '=', row.passkey_id)
      .execute();
    return idOf(row.user_id);
  });
}

export function createPasskeys(given: PasskeysOptions): Passkeys {
  const { db, keys, publicUrl, now } = given;
  const challenges = createChallenges(keys, now);
  const rpID = publicUrl === null ? LOCAL_ID : new URL(publicUrl).hostname;
  const room: PasskeyRoom = { db, keys, publicUrl, now, challenges, rpID };
  return {
    async list(userId) {
      return (await ofUser(db, userId)).map((row) => ({
        id: row.passkey_id,
        name: row.name,
        createdMs: row.created_at.getTime(),
        lastUsedMs: row.last_used_at?.getTime() ?? null,
      }));
    },
    newOptions: (userId, account) => newOptions(room, userId, account),
    add: (trx, userId, made) => add(room, trx, userId, made),
    remove,
    options: (purpose, userId) => askingOptions(room, purpose, userId),
    verify: (purpose, response, origin) => verify(room, purpose, { response, origin }),
  };
}
