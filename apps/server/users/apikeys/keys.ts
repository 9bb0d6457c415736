import { hkdfSync, randomBytes } from 'node:crypto';
import { type KeyScope, keyScopes } from '@candor/api';
import type { Selectable } from 'kysely';
import { createSeal } from '../../base/authenticator/index.ts';
import type { Database, Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';

export const MAX_KEYS = 20;
const DAY_MS = 24 * 3_600_000;
const ID_BYTES = 18;
const SECRET_BYTES = 32;

/** A key without its secret. */
export interface ApiKey {
  readonly id: string;
  readonly userId: number;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly addresses: readonly string[];
  readonly createdMs: number;
  readonly expiresMs: number | null;
  readonly lastUsedMs: number | null;
  readonly lastAddress: string | null;
}

export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly addresses: readonly string[];
  readonly expireDays: number | null;
}

/** A key as a signed request needs it. */
export interface SigningKey extends ApiKey {
  readonly secret: string;
  readonly isFrozen: boolean;
}

export interface ApiKeys {
  /** The user's keys, newest first. */
  list(userId: number): Promise<readonly ApiKey[]>;
  /** Makes a key within the act's transaction, which has the user's turn. @throws Refusal API_KEYS_FULL */
  create(
    trx: Trx,
    userId: number,
    key: NewApiKey,
  ): Promise<{ readonly key: ApiKey; readonly secret: string }>;
  /** Refuses a user who has as many keys as there may be. @throws Refusal API_KEYS_FULL */
  refuseFull(userId: number): Promise<void>;
  /** Deletes a key of the user. Resolves with its name, and with null where there is none. */
  delete(trx: Trx, userId: number, id: string): Promise<string | null>;
  /** The key with its secret; null where it is unknown. */
  find(id: string): Promise<SigningKey | null>;
  /** Notes that a key was used. */
  noteUse(id: string, address: string): Promise<void>;
}

type Row = Selectable<Database['apikeys.key']>;

const keyOf = (
  row: Omit<Row, 'secret_sealed' | 'user_id'> & { readonly user_id: bigint | number },
): ApiKey => ({
  id: row.key_id,
  userId: Number(row.user_id),
  name: row.name,
  scopes: row.scopes.filter((scope): scope is KeyScope => keyScopes.includes(scope as KeyScope)),
  addresses: row.addresses,
  createdMs: row.created_at.getTime(),
  expiresMs: row.expires_at?.getTime() ?? null,
  lastUsedMs: row.last_used_at?.getTime() ?? null,
  lastAddress: row.last_address,
});

/** Keeps API keys; `masterKey` is 32 bytes that lie outside the database, with which secrets are sealed. */
export function createApiKeys(db: Db, masterKey: Uint8Array, now: () => number): ApiKeys {
  const seal = createSeal(Buffer.from(hkdfSync('sha256', masterKey, '', 'candor apikeys seal', 32)));

  async function refuseFull(on: Db, userId: number): Promise<void> {
    const { count } = await on
      .selectFrom('apikeys.key')
      .select((each) => each.fn.countAll<bigint>().as('count'))
      .where('user_id', '=', BigInt(userId))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_KEYS) throw new Refusal('API_KEYS_FULL');
  }

  return {
    async list(userId) {
      const rows = await db
        .selectFrom('apikeys.key')
        .selectAll()
        .where('user_id', '=', BigInt(userId))
        .orderBy('created_at', 'desc')
        .orderBy('key_id')
        .execute();
      return rows.map(keyOf);
    },
    refuseFull: (userId) => refuseFull(db, userId),
    async create(trx, userId, { name, scopes, addresses, expireDays }) {
      await refuseFull(trx, userId);
      const id = `ck_${randomBytes(ID_BYTES).toString('base64url')}`;
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      const row = {
        key_id: id,
        user_id: userId,
        name,
        scopes: keyScopes.filter((scope) => scope === 'read' || scopes.includes(scope)),
        addresses: [...addresses],
        created_at: new Date(now()),
        expires_at: expireDays === null ? null : new Date(now() + expireDays * DAY_MS),
        last_used_at: null,
        last_address: null,
      };
      await trx
        .insertInto('apikeys.key')
        .values({ ...row, secret_sealed: seal.seal(secret) })
        .execute();
      return { key: keyOf(row), secret };
    },
    async delete(trx, userId, id) {
      const deleted = await trx
        .deleteFrom('apikeys.key')
        .where('key_id', '=', id)
        .where('user_id', '=', BigInt(userId))
        .returning('name')
        .executeTakeFirst();
      return deleted?.name ?? null;
    },
    async find(id) {
      const row = await db
        .selectFrom('apikeys.key as key')
        .innerJoin('identity.user as user', 'user.user_id', 'key.user_id')
        .selectAll('key')
        .select('user.frozen_at')
        .where('key_id', '=', id)
        .executeTakeFirst();
      if (row === undefined) return null;
      return { ...keyOf(row), secret: seal.open(row.secret_sealed), isFrozen: row.frozen_at !== null };
    },
    async noteUse(id, address) {
      await db
        .updateTable('apikeys.key')
        .set({ last_used_at: new Date(now()), last_address: address })
        .where('key_id', '=', id)
        .execute();
    },
  };
}
