import { randomUUID } from 'node:crypto';
import { DATA_EXPORT_DAYS, type DataExport } from '@candor/api';
import { type Selectable, sql } from 'kysely';
import type { Pool } from 'pg';
import { type Database, type Db, kyselyOf, migrate, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { addJob, migrateJobs } from '../../base/jobs/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import { migrations } from './schema.ts';

/** The task that makes an export. */
export const EXPORT_TASK = 'exportData';
/** The task that deletes the file of an export. */
export const FORGET_EXPORT_TASK = 'forgetExport';
/** The path of an export's link, before its id. */
export const EXPORT_PATH = '/api/common/export';

const DAY_MS = 86_400_000;
export const EXPORT_KEPT_MS = DATA_EXPORT_DAYS * DAY_MS;
/** A link works so long, and for its owner's session alone. */
const LINK_MS = 10 * 60_000;
/** Exports of a user in a day. */
const EXPORTS_A_DAY = 3;
const SHOWN = 10;

export type ExportRow = Selectable<Database['mydata.export']>;

/** Files with everything about a user. */
export interface Exports {
  readonly db: Db;
  /** Asks for an export within the act's transaction. @throws Refusal DATA_EXPORT_UNDER_WAY, DATA_EXPORTS_LIMITED */
  request(trx: Trx, userId: number): Promise<DataExport>;
  /** The user's latest exports, newest first. */
  list(userId: number): Promise<DataExport[]>;
  /** A link to the file of an export of the user. @throws Refusal NOT_FOUND */
  link(userId: number, id: string): Promise<{ readonly link: string; readonly expireTime: number }>;
  /** The file behind a link; null where the link is wrong, has expired, or is another user's. */
  open(userId: number, id: string, expiresMs: number, signature: string): Promise<Buffer | null>;
}

export interface ExportsOptions {
  readonly pool: Pool;
  readonly files: Pick<Files, 'vault'>;
  readonly now: () => number;
}

function shown(row: ExportRow): DataExport {
  const { state, files_done, files_total, requested_at, ready_at, expires_at, bytes } = row;
  return {
    id: row.export_id,
    state,
    done: files_done,
    total: files_total,
    createTime: requested_at.getTime(),
    readyTime: ready_at?.getTime() ?? null,
    expireTime: expires_at?.getTime() ?? null,
    bytes: bytes === null ? null : Number(bytes),
  };
}

/** Opens the room: migrates its schema and returns it. */
export async function openExports({ pool, files, now }: ExportsOptions): Promise<Exports> {
  await migrateJobs(pool);
  await migrate(pool, 'mydata', migrations);
  const db = kyselyOf(pool);
  const { vault } = files;

  const readyOf = (userId: number, id: string) =>
    db
      .selectFrom('mydata.export')
      .selectAll()
      .where('export_id', '=', id)
      .where('user_id', '=', BigInt(userId))
      .where('state', '=', 'ready')
      .where('expires_at', '>', new Date(now()))
      .executeTakeFirst();

  return {
    db,
    async request(trx, userId) {
      await sql`select pg_advisory_xact_lock(hashtext('candor exports'), ${userId})`.execute(trx);
      const recent = await trx
        .selectFrom('mydata.export')
        .select('state')
        .where('user_id', '=', BigInt(userId))
        .where('requested_at', '>', new Date(now() - DAY_MS))
        .execute();
      if (recent.some(({ state }) => state === 'waiting' || state === 'running'))
        throw new Refusal('DATA_EXPORT_UNDER_WAY');
      if (recent.length >= EXPORTS_A_DAY) throw new Refusal('DATA_EXPORTS_LIMITED');
      const row = {
        export_id: randomUUID(),
        user_id: BigInt(userId),
        state: 'waiting',
        requested_at: new Date(now()),
        files_done: 0,
        files_total: 0,
        ready_at: null,
        expires_at: null,
        bytes: null,
        wrapped_key: null,
      } satisfies ExportRow;
      await trx.insertInto('mydata.export').values(row).execute();
      await addJob(trx, { task: EXPORT_TASK, row: row.export_id });
      return shown(row);
    },
    async list(userId) {
      const rows = await db
        .selectFrom('mydata.export')
        .selectAll()
        .where('user_id', '=', BigInt(userId))
        .orderBy('requested_at', 'desc')
        .limit(SHOWN)
        .execute();
      return rows.map(shown);
    },
    async link(userId, id) {
      if ((await readyOf(userId, id)) === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
      const expireTime = now() + LINK_MS;
      const signature = vault.sign('export', id, expireTime);
      return { link: `${EXPORT_PATH}/${id}?expires=${expireTime}&signature=${signature}`, expireTime };
    },
    async open(userId, id, expiresMs, signature) {
      if (!(expiresMs > now()) || !vault.isSigned('export', id, expiresMs, signature)) return null;
      const row = await readyOf(userId, id);
      return row?.wrapped_key == null ? null : vault.get(id, row.wrapped_key);
    },
  };
}
