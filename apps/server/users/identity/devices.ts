import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { boundsOf, type PageRequest } from '../../base/records/paging.ts';
import type { DeviceToken, KnownDevices } from '../../gateway/logins/index.ts';
import type { Sessions } from './sessions.ts';

export type LoginMethod = 'register' | 'password' | 'passkey';

/** A browser that completed a login. */
export interface Device {
  readonly id: string;
  /** The user's own name for it; null where it has none. */
  readonly name: string | null;
  /** The browser and its system, as stated at the last login; '' if unknown. */
  readonly agent: string;
  readonly address: string;
  readonly knownSinceMs: number;
  readonly lastUsedMs: number;
  /** True while a session that was opened on it lasts. */
  readonly isSignedIn: boolean;
}

export interface LoginEntry {
  readonly loginId: number;
  readonly atMs: number;
  readonly address: string;
  readonly agent: string;
  readonly method: LoginMethod;
  readonly isNewDevice: boolean;
}

interface Login {
  readonly userId: number;
  readonly device: DeviceToken;
  readonly address: string;
  readonly agent: string;
  readonly method: LoginMethod;
  readonly atMs: number;
}

/** The devices of users and their logins. */
export interface Devices {
  /** The id of the device with this secret; null where it is none of the owner's. */
  find(token: string | null, userId: number): Promise<string | null>;
  /** The user's devices, the last used first. */
  list(userId: number): Promise<readonly Device[]>;
  /** Names a device. Resolves with false where the user has no such device. */
  rename(userId: number, id: string, name: string): Promise<boolean>;
  /** Forgets a device and ends its sessions. Resolves with false where the user has no such device. */
  remove(userId: number, id: string): Promise<boolean>;
  /** Logins before the one with this id, the newest first. */
  logins(userId: number, page: PageRequest): Promise<readonly LoginEntry[]>;
}

export interface LoginNotes {
  /** Enters a login into the log, within the caller's transaction. */
  noteLogin(trx: Trx, login: Login): Promise<void>;
}

interface DeviceRow {
  readonly device_hash: Buffer;
  readonly name: string | null;
  readonly agent: string;
  readonly address: string;
  readonly known_since: Date;
  readonly last_used_at: Date;
  readonly is_signed_in: boolean;
}

/** The login log keeps so many entries of a user. */
const LOGINS_KEPT = 500;

const bytesOf = (id: string) => Buffer.from(id, 'hex');

export function createDevices(
  db: Db,
  known: KnownDevices,
  sessions: Pick<Sessions, 'endDevice'>,
  now: () => number,
): Devices & LoginNotes {
  return {
    find: (token, userId) => known.find(token, userId),
    async list(userId) {
      const time = new Date(now());
      const { rows } = await sql<DeviceRow>`
        select device_hash, name, agent, address, known_since, last_used_at, exists (
          select from identity.session where session.device_hash = device.device_hash and session.expires_at > ${time}
            and replaced_at is null) as is_signed_in
        from identity.known_device as device where owner_id = ${userId} and expires_at > ${time}
        order by last_used_at desc, device_hash`.execute(db);
      return rows.map((row) => ({
        id: row.device_hash.toString('hex'),
        name: row.name,
        agent: row.agent,
        address: row.address,
        knownSinceMs: row.known_since.getTime(),
        lastUsedMs: row.last_used_at.getTime(),
        isSignedIn: row.is_signed_in,
      }));
    },
    async rename(userId, id, name) {
      const { numAffectedRows } = await sql`
        update identity.known_device set name = ${name}
        where owner_id = ${userId} and device_hash = ${bytesOf(id)}`.execute(db);
      return numAffectedRows === 1n;
    },
    remove: (userId, id) => sessions.endDevice(userId, id),
    async logins(userId, page) {
      const { cursor, limit } = page;
      const { from, to } = boundsOf(page);
      let query = db
        .selectFrom('identity.login_log')
        .selectAll()
        .where('user_id', '=', BigInt(userId))
        .orderBy('login_id', 'desc')
        .limit(limit);
      if (cursor !== null) query = query.where('login_id', '<', BigInt(cursor));
      if (from !== null) query = query.where('at', '>=', from);
      if (to !== null) query = query.where('at', '<', to);
      return (await query.execute()).map((row) => ({
        loginId: idOf(row.login_id),
        atMs: row.at.getTime(),
        address: row.address,
        agent: row.agent,
        method: row.method as LoginMethod,
        isNewDevice: row.is_new_device,
      }));
    },
    async noteLogin(trx, { userId, device, address, agent, method, atMs }) {
      // the entry that is added here is none of those that the last part counts
      await sql`
        with named as (
          update identity.known_device set agent = ${agent}, address = ${address}
          where device_hash = ${bytesOf(device.id)}),
        added as (
          insert into identity.login_log (user_id, at, address, agent, method, is_new_device)
          values (${userId}, ${new Date(atMs)}, ${address}, ${agent}, ${method}, ${device.isNew}))
        delete from identity.login_log where user_id = ${userId} and login_id <= (
          select login_id from identity.login_log where user_id = ${userId}
          order by login_id desc offset ${LOGINS_KEPT - 1} limit 1)`.execute(trx);
    },
  };
}
