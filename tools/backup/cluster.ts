/**
 * A copy of the embedded PostgreSQL while it runs, by its low-level backup calls: begin, copy the files in any state,
 * end, copy the log from the beginning to the end. A start replays that log and stands where the copy ended.
 * https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
import { join } from 'node:path';
import { Client } from 'pg';
import type { Archived, Source } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { CLUSTER_FOLDER, filesBelow } from './places.ts';

/** The last row of the journal, which a restored one must hold. */
export interface JournalHead {
  readonly batchNo: number;
  readonly seq: number;
  readonly hash: string;
}

/** PostgreSQL makes these again at a start, or must not find them of another run. */
const NOT_COPIED =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|^postmaster\.(pid|opts)$|(^|\/)(pgsql_tmp[^/]*|pg_internal\.init)/;
/** Folders that PostgreSQL does not make by itself at a start. An archive holds files only. */
export const CLUSTER_FOLDERS = [
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal/archive_status',
  'pg_wal/summaries',
];

/**
 * Copies the cluster through `add` while its server runs. Returns the journal's last row, which the copy is sure to
 * hold. Other work goes on; the server keeps the log for as long as the copy takes.
 */
export async function copyCluster(
  connectionString: string,
  cluster: string,
  add: (source: Source) => Promise<Archived | null>,
): Promise<JournalHead> {
  const client = new Client({ connectionString, application_name: 'candor-backup' });
  await client.connect();
  try {
    // The slot ends with this connection. Until then no part of the log that the copy needs is removed.
    await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [
      `candor_backup_${process.pid}`,
    ]);
    const started = await one<{ segment: string }>(
      client,
      "SELECT pg_walfile_name(pg_backup_start('candor', true)) AS segment",
    );
    for (const path of await filesBelow(cluster))
      if (!NOT_COPIED.test(path)) await add({ path: `${CLUSTER_FOLDER}/${path}`, file: join(cluster, path) });
    const head = await headOf(client);
    const ended = await one<{ segment: string; labelfile: string }>(
      client,
      'SELECT pg_walfile_name(lsn) AS segment, labelfile FROM pg_backup_stop(false)',
    );
    await add({ path: `${CLUSTER_FOLDER}/backup_label`, text: ended.labelfile });
    for (const name of await filesBelow(join(cluster, 'pg_wal')))
      if (name >= started.segment && name <= ended.segment && /^[0-9A-F]{24}$/.test(name))
        await add({ path: `${CLUSTER_FOLDER}/pg_wal/${name}`, file: join(cluster, 'pg_wal', name) });
    return head;
  } finally {
    await client.end();
  }
}

/** Throws BackupError where the journal does not hold that row. */
export async function expectRow(
  connectionString: string,
  { batchNo, hash }: JournalHead,
): Promise<JournalHead> {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ hash: string }>(
      "SELECT encode(hash, 'hex') AS hash FROM journal.batches WHERE batch_no = $1",
      [batchNo],
    );
    if (rows[0]?.hash !== hash)
      throw new BackupError(`The restored journal does not hold row ${batchNo} with the hash ${hash}.`);
    return await headOf(client);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const said = error instanceof Error ? error.message || error.name : String(error);
    throw new BackupError(`The restored journal could not be read: ${said}.`, { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns the journal's last row as `client` sees it. */
export async function headOf(client: Client): Promise<JournalHead> {
  const row = await one<{ batch_no: string; seq: string; hash: string }>(
    client,
    "SELECT batch_no, seq, encode(hash, 'hex') AS hash FROM journal.head",
  );
  return { batchNo: Number(row.batch_no), seq: Number(row.seq), hash: row.hash };
}

async function one<R extends object>(client: Client, text: string): Promise<R> {
  const { rows } = await client.query<R>(text);
  if (rows[0] === undefined) throw new BackupError(`PostgreSQL gave no row for: ${text}`);
  return rows[0];
}
