import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../../base/bus/index.ts';
import { type Db, kyselyOf, migrate } from '../../base/database/index.ts';
import { keepKeys } from './kept-keys.ts';
import { type ApiKeys, createApiKeys } from './keys.ts';
import { migrations } from './schema.ts';
import { createKeyGate, type KeyGate } from './signed-requests.ts';

/** Keys by which programs act for a user. */
export interface ApiKeyRoom extends ApiKeys {
  readonly db: Db;
  /** Lets signed requests in. */
  readonly gate: KeyGate;
  stop(): void;
}

export interface ApiKeysOptions {
  readonly pool: Pool;
  readonly bus: Bus;
  /** 32 random bytes, kept outside the database. */
  readonly masterKey: Uint8Array;
  readonly log: Logger;
  readonly now: () => number;
}

/** Opens the room: migrates its schema and returns it. */
export async function openApiKeys({ pool, bus, masterKey, log, now }: ApiKeysOptions): Promise<ApiKeyRoom> {
  await migrate(pool, 'apikeys', migrations);
  const db = kyselyOf(pool);
  const keys = createApiKeys(db, masterKey, now);
  const kept = keepKeys(keys, bus, now);
  return { ...keys, db, gate: createKeyGate({ kept, keys, log, now }), stop: kept.stop };
}
