import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { REQUEST_WINDOW_MAX_MS } from '@candor/api';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { addressKey } from '../../base/limits/client-address.ts';
import { deadlineMs, refuseLate } from '../../engine/acts/index.ts';
import { type DeviceToken, type HashSender, passwordMatches } from '../../gateway/logins/index.ts';

/**
 * A registration that its sender may send again, with the digests that its row holds. That of the body is keyed by the key,
 * which stands nowhere: without it nobody tries bodies against the row.
 */
export interface Keyed {
  readonly keyHash: Buffer;
  readonly bodyDigest: Buffer;
}

/** The account that an earlier request under the same key opened. */
export interface Opened {
  readonly userId: number;
  /** The hash that the password of the request matched. */
  readonly passwordHash: string;
}

/** The browser of a login, and its address. */
export interface LoginPlace {
  readonly device: DeviceToken;
  readonly agent: string;
  readonly address: string;
}

/**
 * Registrations by their keys, for as long as a page asks for the outcome of one. The row is written with the account, and
 * ends with the login: once sessions of the user are ended or the device is removed, the key opens nothing.
 */
export interface Registrations {
  /**
   * The account that this registration opened before; null where its key is new. A key has five wrong tries, of other bodies
   * or passwords; then it is answered like any other of a taken name.
   * @throws Refusal KEY_REUSED_WITH_OTHER_BODY, ACCOUNT_TAKEN
   */
  find(keyed: Keyed, password: string, sender: HashSender): Promise<Opened | null>;
  /**
   * Begins the transaction that opens an account: whoever looks for the key waits for its end. Checks the deadline again, for
   * a look after it that finds nothing says that nothing was done. @throws Refusal REQUEST_LATE
   */
  begin(trx: Trx, keyed: Keyed): Promise<void>;
  /** Writes the row of an account in the transaction that opens it. @throws Refusal KEY_REUSED_WITH_OTHER_BODY */
  keep(trx: Trx, keyed: Keyed, userId: number): Promise<void>;
  /**
   * Joins a login of a registration with the first one, in its transaction and while the user's row is locked: a browser
   * that asks twice is one device. True where the login is noted already, false also where it comes from elsewhere.
   * @throws Refusal ACCOUNT_TAKEN where the key opens nothing any more
   */
  join(trx: Trx, keyed: Keyed, place: LoginPlace): Promise<boolean>;
}

/** A page asks ten minutes for the outcome of an act. */
const LIFETIME_MS = 15 * 60_000;
/** Time after its deadline for which a registration that was done has its row: it began within the widest window before. */
const LEAST_KEPT_MS = LIFETIME_MS - 2 * REQUEST_WINDOW_MAX_MS;
const TRIES = 5;

export const accountTaken = () => new Refusal('ACCOUNT_TAKEN', { field: 'account' });

/** Digests a registration under a key. Null where it has no key: it is never sent again. */
export function keyedOf(
  key: string | null,
  sent: readonly (string | number | boolean | null)[],
): Keyed | null {
  if (key === null) return null;
  return {
    keyHash: createHash('sha256').update(key).digest(),
    bodyDigest: createHmac('sha256', key).update(JSON.stringify(sent)).digest(),
  };
}

/**
 * Refuses a registration that is late and that no row was found of. It says that nothing was done only as long as a row
 * would stand. @throws Refusal REQUEST_LATE
 */
export function refuseLateUnder(keyed: Keyed | null, nowMs: number): void {
  const notAfterMs = deadlineMs();
  if (notAfterMs === null || nowMs <= notAfterMs) return;
  const isKept = keyed !== null && nowMs < notAfterMs + LEAST_KEPT_MS;
  throw new Refusal('REQUEST_LATE', isKept ? {} : { kept: false });
}

const lock = (trx: Trx, { keyHash }: Keyed) =>
  sql`select pg_advisory_xact_lock(hashtext(${`candor registration ${keyHash.toString('hex')}`}))`.execute(
    trx,
  );

/** Counts a try of a key, whose transactions it waits for. Undefined where the key is new. */
const attempt = (db: Db, keyed: Keyed, now: () => number) =>
  db.transaction().execute(async (trx) => {
    await lock(trx, keyed);
    return trx
      .updateTable('identity.registration')
      .set({ tries: sql<number>`least(tries + 1, ${TRIES + 1})` })
      .where('key_hash', '=', keyed.keyHash)
      .where('expires_at', '>', new Date(now()))
      .returning(['user_id', 'body_digest', 'tries'])
      .executeTakeFirst();
  });

const takeBackTry = (db: Db, { keyHash }: Keyed) =>
  db
    .updateTable('identity.registration')
    .set((each) => ({ tries: each('tries', '-', 1) }))
    .where('key_hash', '=', keyHash)
    .execute();

/** Gives the row of a known device the secret of the one that the same browser has now. */
async function renameDevice(trx: Trx, from: Buffer, to: Buffer): Promise<void> {
  await trx.deleteFrom('identity.known_device').where('device_hash', '=', to).execute();
  await trx
    .updateTable('identity.known_device')
    .set({ device_hash: to })
    .where('device_hash', '=', from)
    .execute();
}

export function createRegistrations(db: Db, now: () => number): Registrations {
  return {
    async find(keyed, password, sender) {
      const row = await attempt(db, keyed, now);
      if (row === undefined) return null;
      if (row.tries > TRIES) throw accountTaken();
      const { password_hash: passwordHash } = await db
        .selectFrom('identity.user')
        .select('password_hash')
        .where('user_id', '=', row.user_id)
        .executeTakeFirstOrThrow();
      const matches = async () =>
        timingSafeEqual(row.body_digest, keyed.bodyDigest) &&
        (await passwordMatches(passwordHash, password, sender));
      // where too many wait for a hash, nothing was compared
      const isSame = await matches().catch(async (error) => {
        await takeBackTry(db, keyed);
        throw error;
      });
      if (!isSame) throw new Refusal('KEY_REUSED_WITH_OTHER_BODY');
      await takeBackTry(db, keyed);
      return { userId: idOf(row.user_id), passwordHash };
    },
    async begin(trx, keyed) {
      await lock(trx, keyed);
      refuseLate(now());
    },
    async keep(trx, { keyHash, bodyDigest }, userId) {
      const timeMs = now();
      await sql`
        delete from identity.registration where key_hash in (
          select key_hash from identity.registration where expires_at < ${new Date(timeMs)}
          for update skip locked)`.execute(trx);
      const kept = await trx
        .insertInto('identity.registration')
        .values({
          key_hash: keyHash,
          user_id: userId,
          body_digest: bodyDigest,
          device_hash: null,
          tries: 0,
          expires_at: new Date(timeMs + LIFETIME_MS),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('key_hash')
        .executeTakeFirst();
      if (kept === undefined) throw new Refusal('KEY_REUSED_WITH_OTHER_BODY');
    },
    async join(trx, { keyHash }, { device, agent, address }) {
      const row = await trx
        .selectFrom('identity.registration as registration')
        .leftJoin('identity.known_device as device', 'device.device_hash', 'registration.device_hash')
        .select(['registration.device_hash', 'device.agent', 'device.address'])
        .where('key_hash', '=', keyHash)
        .executeTakeFirst();
      if (row === undefined) throw accountTaken();
      const hash = Buffer.from(device.id, 'hex');
      if (row.device_hash === null) {
        await trx
          .updateTable('identity.registration')
          .set({ device_hash: hash })
          .where('key_hash', '=', keyHash)
          .execute();
        return false;
      }
      if (row.device_hash.equals(hash)) return true;
      const isSamePlace = row.agent === agent && addressKey(row.address ?? '') === addressKey(address);
      if (!device.isNew || !isSamePlace) return false;
      await renameDevice(trx, row.device_hash, hash);
      return true;
    },
  };
}
