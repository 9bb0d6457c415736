import type { Amount } from '@candor/money';
import { sql, type Updateable } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { type Database, type Db, idOf, kyselyOf, type Trx } from '../../base/database/index.ts';
import { addJob, type Task } from '../../base/jobs/index.ts';
import type { Cut, DataRow, OwnData, OwnTable } from '../../base/records/own-data.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { amountText } from '../../engine/values/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import { dataFile } from './data-files.ts';
import { EXPORT_KEPT_MS, EXPORT_TASK, FORGET_EXPORT_TASK } from './exports.ts';
import { READ_ME } from './read-me.ts';
import { createZip } from './zip.ts';

export interface MakeExportOptions {
  readonly pool: Pool;
  readonly core: CoreLink;
  readonly history: Pick<History, 'caughtUp'>;
  readonly catalogues: CatalogueFollower;
  readonly files: Pick<Files, 'vault'>;
  /** The records of users of every room. */
  readonly ownData: readonly OwnData[];
  /** Tells the user that the file is there. */
  readonly tell: (trx: Trx, userId: number) => Promise<void>;
  readonly now: () => number;
}

const ROWS_AT_ONCE = 500;
const HISTORY_PATIENCE_MS = 60_000;

/** The name of a table's file: `identity.login_log` is shown as `identity-login-log`. */
export const fileOfTable = (table: string): string => table.replace(/[._]/g, '-');

const quoted = (name: string) =>
  name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');

/** The condition of a user's rows; `$1` is the id. */
export const ownersRows = ({ owner = 'user_id', where }: Pick<OwnTable, 'owner' | 'where'>): string =>
  where ?? `"${owner}" = $1`;

/** The rows of a user in a table, some hundreds at a time, in the order of the columns that are shown. */
async function* rowsOf(client: PoolClient, table: OwnTable, userId: number): AsyncGenerator<DataRow[]> {
  const columns = table.line === undefined ? table.shows.map((each) => `"${each}"`).join(', ') : '*';
  await client.query(
    `declare own_rows no scroll cursor for select ${columns} from ${quoted(table.table)} where ${ownersRows(table)}`,
    [userId],
  );
  for (;;) {
    const { rows } = await client.query<DataRow>(`fetch ${ROWS_AT_ONCE} from own_rows`);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query('close own_rows');
}

/** The newest moment of the ledger: its sequence number and the user's balances there. */
async function cutOf(
  { core, catalogues }: Pick<MakeExportOptions, 'core' | 'catalogues'>,
  userId: number,
): Promise<Cut> {
  const { wallets, seq } = await core.ask('ledgerBalances', userId);
  const catalogue = catalogues.current();
  const balances = wallets.flatMap(({ kind, symbolId, balances: held }) =>
    held.map(({ assetId, available, held: frozen }) => {
      const text = (units: bigint) => amountText(catalogue, assetId, units as Amount);
      return {
        wallet: kind,
        symbol: catalogue.symbolById(symbolId)?.name ?? null,
        coin: catalogue.assetById(assetId).code,
        balance: text(available + frozen),
        available: text(available),
        held: text(frozen),
        seq,
      };
    }),
  );
  return { seq, balances };
}

/** Makes the archive of a user: everything that the rooms keep, as of one sequence number of the journal. */
export async function makeArchive(
  options: Pick<MakeExportOptions, 'pool' | 'core' | 'history' | 'catalogues' | 'ownData'>,
  userId: number,
  onFile: (done: number, total: number) => Promise<void> = async () => {},
): Promise<Buffer> {
  const { pool, history, ownData } = options;
  const cut = await cutOf(options, userId);
  if (!(await history.caughtUp(cut.seq, HISTORY_PATIENCE_MS))) throw new Error('the history is behind');
  const tables = ownData.flatMap(({ tables: own = [] }) => own).filter(({ shows }) => shows.length > 0);
  const records = ownData.flatMap(({ records: own = [] }) => own);
  const total = tables.length + records.length;
  const zip = createZip();
  const about = zip.file('README.txt');
  await about.write(READ_ME(userId, cut.seq));
  await about.end();
  let done = 0;
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    for (const table of tables) {
      const file = dataFile(zip, fileOfTable(table.table));
      for await (const rows of rowsOf(client, table, userId))
        await file.write(table.line === undefined ? rows : rows.map(table.line));
      await file.end();
      done += 1;
      await onFile(done, total);
    }
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
  for (const { file: name, pages } of records) {
    const file = dataFile(zip, name);
    for await (const rows of pages(userId, cut)) await file.write(rows);
    await file.end();
    done += 1;
    await onFile(done, total);
  }
  return zip.end();
}

/** The task that makes an export. A job that begins again after a crash writes the file again. */
export function exportTask(options: MakeExportOptions): Task {
  const { pool, files, now } = options;
  const db: Db = kyselyOf(pool);
  const change = (id: string, set: Updateable<Database['mydata.export']>) =>
    db.updateTable('mydata.export').set(set).where('export_id', '=', id).execute();

  return {
    name: EXPORT_TASK,
    async run(id, { isLast }) {
      const row = await db
        .updateTable('mydata.export')
        .set({ state: 'running' })
        .where('export_id', '=', id)
        .where('state', 'in', ['waiting', 'running'])
        .returning('user_id')
        .executeTakeFirst();
      if (row === undefined) return;
      const userId = idOf(row.user_id);
      try {
        const archive = await makeArchive(options, userId, async (files_done, files_total) => {
          await change(id, { files_done, files_total });
        });
        await files.vault.remove(id);
        const wrapped_key = await files.vault.put(id, archive);
        const expires_at = new Date(now() + EXPORT_KEPT_MS);
        await db.transaction().execute(async (trx) => {
          await trx
            .updateTable('mydata.export')
            .set({
              state: 'ready',
              ready_at: new Date(now()),
              expires_at,
              bytes: archive.length,
              wrapped_key,
            })
            .where('export_id', '=', id)
            .execute();
          await options.tell(trx, userId);
          await addJob(trx, { task: FORGET_EXPORT_TASK, row: id, runAt: expires_at });
        });
      } catch (error) {
        if (isLast) await change(id, { state: 'failed' });
        throw error;
      }
    },
  };
}

/** The task that deletes the file of an export once it has expired; its row stays, without the key. */
export function forgetExportTask({ pool, files }: Pick<MakeExportOptions, 'pool' | 'files'>): Task {
  const db: Db = kyselyOf(pool);
  return {
    name: FORGET_EXPORT_TASK,
    async run(id) {
      await sql`update mydata.export set state = 'expired', wrapped_key = null where export_id = ${id}`.execute(
        db,
      );
      await files.vault.remove(id);
    },
  };
}
