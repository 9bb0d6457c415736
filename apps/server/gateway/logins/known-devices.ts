import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../../base/database/index.ts';

const LIFETIME_MS = 180 * 24 * 3_600_000;
const PER_OWNER = 20;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** A table of known devices; each schema that has one names it `known_device`. */
export interface KnownDeviceRow {
  device_hash: Buffer;
  owner_id: bigint;
  known_since: Date;
  last_used_at: Date;
  expires_at: Date;
}

/** Person or program that asks to log in. */
export interface Visitor {
  readonly ip: string;
  /** The secret of the visitor's device cookie; null where it has none. */
  readonly deviceToken: string | null;
}

export interface KnownDevice {
  /** Names the device in lists; it lets nobody in. */
  readonly id: string;
  readonly knownSinceMs: number;
  readonly lastUsedMs: number;
}

/** A secret that a browser keeps in a cookie. It admits attempts to log in and authenticates nothing. */
export interface DeviceToken {
  readonly token: string;
  readonly lifetimeMs: number;
  /** The id of the device under this token. */
  readonly id: string;
  /** True if the browser was not known before. */
  readonly isNew: boolean;
}

/** The browsers that completed a login before, each for one owner. Only hashes of their tokens are kept. */
export interface KnownDevices {
  /** The id of the device, null where the token is none of this owner's or has expired. */
  find(token: string | null, ownerId: number): Promise<string | null>;
  /** Remembers a browser that completed a login. Its earlier token ends, so that a stolen copy does not last. */
  remember(ownerId: number, earlierToken: string | null): Promise<DeviceToken>;
  /** The owner's devices, the last used first. */
  list(ownerId: number): Promise<readonly KnownDevice[]>;
  /** Forgets one device. Resolves with false where the owner has no such device. */
  forget(ownerId: number, id: string): Promise<boolean>;
  /** Forgets all of the owner's devices but the one with this id. */
  forgetOthers(ownerId: number, exceptId: string | null, trx: Trx): Promise<void>;
}

const idOf = (token: string) => hash('sha256', token);
const bytesOf = (id: string) => Buffer.from(id, 'hex');

/** The known devices in the table of a schema. */
export function createKnownDevices(db: Db, schema: string, now: () => number): KnownDevices {
  const table = sql.table(`${schema}.known_device`);

  return {
    async find(token, ownerId) {
      if (token === null || !tokenPattern.test(token)) return null;
      const id = idOf(token);
      const { rows } = await sql`
        select 1 from ${table} where device_hash = ${bytesOf(id)} and owner_id = ${ownerId}
          and expires_at > ${new Date(now())}`.execute(db);
      return rows.length > 0 ? id : null;
    },
    async remember(ownerId, earlierToken) {
      const token = randomBytes(32).toString('base64url');
      const id = idOf(token);
      const earlier = earlierToken === null ? null : bytesOf(idOf(earlierToken));
      const timeMs = now();
      const time = new Date(timeMs);
      const expires = new Date(timeMs + LIFETIME_MS);
      // The row stays and takes the new hash, so that what refers to the device follows it. What the last part removes
      // was there before: this device is the latest, so one less of the others stays.
      const { rows } = await sql<{ is_new: boolean }>`
        with renewed as (
          update ${table} set device_hash = ${bytesOf(id)}, last_used_at = ${time}, expires_at = ${expires}
          where device_hash = ${earlier} and owner_id = ${ownerId} and expires_at > ${time} returning 1),
        added as (
          insert into ${table} (device_hash, owner_id, known_since, last_used_at, expires_at)
          select ${bytesOf(id)}::bytea, ${ownerId}::bigint, ${time}::timestamptz, ${time}::timestamptz, ${expires}::timestamptz
          where not exists (select from renewed) returning 1),
        removed as (
          delete from ${table} where owner_id = ${ownerId} and (expires_at <= ${time} or device_hash in (
            select device_hash from ${table} where owner_id = ${ownerId} and device_hash is distinct from ${earlier}
            order by last_used_at desc, device_hash offset ${PER_OWNER - 1})))
        select exists (select from added) as is_new`.execute(db);
      const isNew = rows[0]?.is_new ?? true;
      return { token, lifetimeMs: LIFETIME_MS, id, isNew };
    },
    async list(ownerId) {
      const { rows } = await sql<KnownDeviceRow>`
        select * from ${table} where owner_id = ${ownerId} and expires_at > ${new Date(now())}
        order by last_used_at desc, device_hash`.execute(db);
      return rows.map((row) => ({
        id: row.device_hash.toString('hex'),
        knownSinceMs: row.known_since.getTime(),
        lastUsedMs: row.last_used_at.getTime(),
      }));
    },
    async forget(ownerId, id) {
      const { numAffectedRows } = await sql`
        delete from ${table} where owner_id = ${ownerId} and device_hash = ${bytesOf(id)}`.execute(db);
      return numAffectedRows === 1n;
    },
    async forgetOthers(ownerId, exceptId, trx) {
      const except = exceptId === null ? null : bytesOf(exceptId);
      await sql`
        delete from ${table} where owner_id = ${ownerId} and device_hash is distinct from ${except}`.execute(
        trx,
      );
    },
  };
}
