/**
 * Moves old rows of the journal to files.
 *
 * Order: write the file beside its place and sync it, read it back and compare each row with the database, give it its
 * name, note it in the database, and only then, where asked, delete the rows that the noted file holds. A crash between two
 * steps leaves a file that nothing names, or rows that are in both places; the next run goes on from there.
 *
 * Invariants:
 * - A row is deleted only where a noted file holds it, and that file was read again and compared with the database in the
 *   same run: the note alone proves nothing.
 * - A file is on the disk, with its name, before it is noted.
 * - The rows from the oldest kept snapshot on stay, its own included: a restart needs no archive.
 */
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { checkNoted, compareWithLeft, compareWithRows, differs, verifyEntry } from './archive-compare.ts';
import { keptFolder, sync, writeSynced } from './archive-disk.ts';
import { type ArchiveEntry, findArchives, noteArchive } from './archive-entries.ts';
import { ArchiveBuilder, ArchiveFile, type ArchiveHeader, archiveName, rangeOfName } from './archive-file.ts';
import { connect, destroy } from './connection.ts';
import { JournalError } from './errors.ts';
import { KernelLibrary, readKernel } from './kernel-code.ts';
import { readChain } from './replay.ts';
import { prepareSchema } from './schema.ts';
import type { Position } from './snapshots.ts';

const connectTimeoutMs = 5_000;
/** Two integers that name the lock of whoever archives. */
const lockKey = '1128353362, 1246709327';
const lockPatienceMs = 3_000;
const fileRawBytes = 64 << 20;
const rowsPerDelete = 10_000;
const zeroHash = '0'.repeat(64);
const everyRow = Number.MAX_SAFE_INTEGER;

/** Steps of a run; each is done when it is named. */
export type ArchiveStep = 'written' | 'compared' | 'named' | 'noted' | 'deleting' | 'deleted';

export interface ArchiveOptions {
  readonly connectionString: string;
  /** Folder of new files; made if missing. */
  readonly folder: string;
  /** Rows whose last command is older are archived. */
  readonly beforeMs: number;
  /** Deletes archived rows from the database as well. */
  readonly prune: boolean;
  /** Bytes of rows, before compression, after which a file ends. */
  readonly fileBytes?: number;
  /** Returns true where a backup holds the file; rows of others, and all behind them, are not deleted. By default all are. */
  readonly isBackedUp?: (entry: ArchiveEntry) => boolean;
  readonly log?: (line: string) => void;
  readonly onStep?: (step: ArchiveStep, file: string) => void;
}

export interface ArchiveSummary {
  /** Files that this run wrote. */
  readonly files: readonly ArchiveEntry[];
  /** The last row that lies in an archive; 0 where none does. */
  readonly lastRow: number;
  readonly deletedRows: number;
  /** Files whose rows stay until a backup holds them. */
  readonly waitingFiles: readonly string[];
}

/**
 * Writes the rows before `beforeMs` that no archive holds yet to files, and deletes archived ones from the database where
 * `prune` says so; needs the owner of the tables for that. The exchange goes on meanwhile. Throws
 * DATABASE_UNREACHABLE, ALREADY_RUNNING, CHAIN_BROKEN, KERNEL_MISSING, ARCHIVE_UNREADABLE, and what a file system throws.
 */
export async function archiveJournal(options: ArchiveOptions): Promise<ArchiveSummary> {
  const client = await connect(options.connectionString, connectTimeoutMs, 'candor-journal-archive');
  try {
    await prepareSchema(client);
    await takeLock(client);
    await checkNoted(client);
    const lastRow = await lastArchivable(client, options.beforeMs);
    const files = await writeFiles(client, options, lastRow);
    const pruned = options.prune
      ? await prune(client, options, lastRow)
      : { deletedRows: 0, waitingFiles: [] };
    return { files, lastRow: (await newestArchive(client))?.lastRow ?? 0, ...pruned };
  } finally {
    await client.query('SELECT pg_advisory_unlock_all()').catch(() => {});
    destroy(client);
  }
}

/** Takes the lock of whoever archives; one that was just killed lets go of it within moments. */
async function takeLock(client: Client): Promise<void> {
  await client.query(`SET lock_timeout = ${lockPatienceMs}`);
  try {
    await client.query(`SELECT pg_advisory_lock(${lockKey})`);
  } catch (cause) {
    if ((cause as { readonly code?: string }).code !== '55P03') throw cause;
    throw new JournalError('ALREADY_RUNNING', 'Another process is archiving this journal.', { cause });
  }
  await client.query('SET lock_timeout = 0');
}

export interface MovedArchive {
  /** Number of files that were verified in the new folder. */
  readonly files: number;
  /** Files that are not there; they are looked for where they were. */
  readonly missing: readonly string[];
}

/**
 * Notes for each archive file that lies in another folder now that it does, once it was read there and is the one that was
 * noted. `readAt` is where that folder is while this runs, if elsewhere. Throws ARCHIVE_UNREADABLE, and changes
 * nothing then.
 */
export async function moveArchive(
  connectionString: string,
  folder: string,
  readAt: string = folder,
): Promise<MovedArchive> {
  const client = await connect(connectionString, connectTimeoutMs, 'candor-journal-archive');
  try {
    await prepareSchema(client);
    const there = new Set(await readdir(readAt));
    const entries = await findArchives(client, 1, everyRow);
    const found = entries.filter(({ file }) => there.has(file));
    for (const entry of found) {
      const path = join(readAt, entry.file);
      await verifyEntry({ ...entry, path });
      await sync(path);
    }
    await sync(readAt);
    await client.query('UPDATE journal.archives SET folder = $1 WHERE file = ANY($2)', [
      folder,
      found.map(({ file }) => file),
    ]);
    return {
      files: found.length,
      missing: entries.filter(({ file }) => !there.has(file)).map(({ path }) => path),
    };
  } finally {
    destroy(client);
  }
}

/** Returns the last row that is old enough and lies before every kept snapshot; 0 where there is none. */
async function lastArchivable(client: Client, beforeMs: number): Promise<number> {
  const { rows } = await client.query<{ first: string | null; snapshot: string | null }>(
    `SELECT (SELECT min(batch_no) FROM journal.batches) AS first,
       (SELECT min(batch_no) FROM journal.snapshots) AS snapshot`,
  );
  const { first, snapshot } = rows[0] ?? { first: null, snapshot: null };
  if (first === null || snapshot === null) return 0;
  // Times never go back, so halving the rows finds the border without an index that each append would pay for.
  let [low, high] = [Number(first) - 1, Number(snapshot) - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const found = await client.query<{ time_ms: string }>(
      'SELECT time_ms FROM journal.batches WHERE batch_no = $1',
      [middle],
    );
    if (Number(found.rows[0]?.time_ms ?? beforeMs) < beforeMs) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

async function newestArchive(client: Client): Promise<ArchiveEntry | null> {
  const { rows } = await client.query<{ last: string | null }>(
    'SELECT max(last_row) AS last FROM journal.archives',
  );
  const last = rows[0]?.last ?? null;
  return last === null ? null : ((await findArchives(client, Number(last), Number(last)))[0] ?? null);
}

async function writeFiles(
  client: Client,
  options: ArchiveOptions,
  lastRow: number,
): Promise<readonly ArchiveEntry[]> {
  const newest = await newestArchive(client);
  let from = {
    batchNo: newest?.lastRow ?? 0,
    seq: newest?.lastSeq ?? 0,
    hash: Buffer.from(newest?.hash ?? zeroHash, 'hex'),
  };
  const written: ArchiveEntry[] = [];
  const kernels = new KernelLibrary(client, null);
  const folder = await keptFolder(options.folder);
  for (const name of await readdir(folder)) if (name.endsWith('.archive.new')) await rm(join(folder, name));
  while (from.batchNo < lastRow) {
    const entry = await writeOne(client, kernels, { ...options, folder }, from, lastRow);
    written.push(entry);
    options.log?.(
      `${entry.path}: journal rows ${entry.firstRow} to ${entry.lastRow}, ${entry.bytes} bytes, SHA-256 ${entry.sha256}`,
    );
    from = { batchNo: entry.lastRow, seq: entry.lastSeq, hash: Buffer.from(entry.hash, 'hex') };
  }
  return written;
}

/** The row that a file follows. */
type Border = Pick<Position, 'batchNo' | 'seq' | 'hash'>;

/** Writes one file of the rows after `from`, verifies it and notes it. */
async function writeOne(
  client: Client,
  kernels: KernelLibrary,
  options: ArchiveOptions,
  from: Border,
  lastRow: number,
): Promise<ArchiveEntry> {
  const { folder, fileBytes = fileRawBytes, onStep = () => {} } = options;
  const left = await leftBehind(folder, from.batchNo + 1, lastRow);
  if (left !== null) return adopt(client, folder, left, from);
  const builder = new ArchiveBuilder();
  let previousHash = from.hash;
  for await (const row of readChain(client, kernels, from, lastRow)) {
    if (!builder.hasKernel(row.kernelNo))
      builder.addKernel(await readKernel(client, row.kernelNo, row.batchNo));
    builder.add(row, previousHash);
    previousHash = row.hash;
    if (builder.rawBytes >= fileBytes) break;
  }
  const { header, bytes, sha256 } = builder.finish()!;
  const file = archiveName(header.firstRow, header.lastRow);
  const path = join(folder, file);
  const draft = `${path}.new`;
  await writeSynced(draft, bytes);
  onStep('written', file);
  await compareWithRows(client, draft, sha256);
  onStep('compared', file);
  await rename(draft, path);
  await sync(folder);
  onStep('named', file);
  const entry = entryOf(folder, file, header, { bytes: bytes.length, sha256 });
  await noteArchive(client, entry);
  onStep('noted', file);
  return entry;
}

/** Returns the name of a file that begins at a row and that a run before this one left without a note; null without one. */
async function leftBehind(folder: string, firstRow: number, lastRow: number): Promise<string | null> {
  const names = (await readdir(folder)).filter((name) => {
    const range = rangeOfName(name);
    return range !== null && range.firstRow === firstRow && range.lastRow <= lastRow;
  });
  return names.sort().at(-1) ?? null;
}

/** Notes a file that is there already, once each of its rows is as the database has it. */
async function adopt(client: Client, folder: string, file: string, from: Border): Promise<ArchiveEntry> {
  const path = join(folder, file);
  const opened = await ArchiveFile.open(path);
  try {
    const { firstRow, previousHash } = opened.header;
    if (firstRow !== from.batchNo + 1 || previousHash !== from.hash.toString('hex'))
      throw differs(path, from.batchNo + 1);
    const sha256 = await opened.checkSum();
    await compareWithRows(client, path, sha256);
    // The run that left it may have been stopped before it reached the disk.
    await sync(path);
    await sync(folder);
    const entry = entryOf(folder, file, opened.header, { bytes: (await stat(path)).size, sha256 });
    await noteArchive(client, entry);
    return entry;
  } finally {
    await opened.close();
  }
}

function entryOf(
  folder: string,
  file: string,
  header: ArchiveHeader,
  { bytes, sha256 }: { readonly bytes: number; readonly sha256: string },
): ArchiveEntry {
  const { firstRow, lastRow, firstSeq, lastSeq, previousHash, hash, fromMs, toMs } = header;
  const range = { firstRow, lastRow, firstSeq, lastSeq, previousHash, hash, fromMs, toMs };
  return { ...range, folder, file, path: join(folder, file), bytes, sha256 };
}

/** Deletes the archived rows up to `lastRow`, oldest first, each file's after the file was compared with them again. */
async function prune(
  client: Client,
  options: ArchiveOptions,
  lastRow: number,
): Promise<Pick<ArchiveSummary, 'deletedRows' | 'waitingFiles'>> {
  const { isBackedUp = () => true, onStep = () => {} } = options;
  const { rows } = await client.query<{ first: string }>(
    'SELECT min(batch_no) AS first FROM journal.batches',
  );
  const found = await findArchives(client, Number(rows[0]?.first ?? everyRow), lastRow);
  const old = found.filter((entry) => entry.lastRow <= lastRow);
  const held = old.findIndex((entry) => !isBackedUp(entry));
  const ready = held < 0 ? old : old.slice(0, held);
  let deletedRows = 0;
  for (const entry of ready) {
    await compareWithLeft(client, entry);
    const { file, firstRow } = entry;
    onStep('deleting', file);
    for (let from = firstRow; from <= entry.lastRow; from += rowsPerDelete) {
      const to = Math.min(entry.lastRow, from + rowsPerDelete - 1);
      const gone = await client.query(
        // Never past a snapshot, whatever happened since the border was found.
        `DELETE FROM journal.batches WHERE batch_no BETWEEN $1 AND $2
           AND batch_no < (SELECT min(batch_no) FROM journal.snapshots)`,
        [from, to],
      );
      deletedRows += gone.rowCount ?? 0;
    }
    onStep('deleted', file);
  }
  return { deletedRows, waitingFiles: old.slice(ready.length).map(({ path }) => path) };
}
