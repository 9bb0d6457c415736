import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';

/** An archive file that was verified, as the database names it. */
export interface ArchiveEntry {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Hash of the row before the first, in hex. */
  readonly previousHash: string;
  /** Hash of the last row, in hex. */
  readonly hash: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly folder: string;
  readonly file: string;
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the file, in hex. */
  readonly sha256: string;
}

interface EntryRow {
  readonly first_row: string;
  readonly last_row: string;
  readonly first_seq: string;
  readonly last_seq: string;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
  readonly from_ms: string;
  readonly to_ms: string;
  readonly folder: string;
  readonly file: string;
  readonly bytes: string;
  readonly sha256: Buffer;
}

/** Returns the archives that hold rows of a range, in order. */
export async function findArchives(
  client: Pick<Pool, 'query'>,
  firstRow: number,
  lastRow: number,
): Promise<ArchiveEntry[]> {
  const { rows } = await client.query<EntryRow>(
    'SELECT * FROM journal.archives WHERE last_row >= $1 AND first_row <= $2 ORDER BY first_row',
    [firstRow, lastRow],
  );
  return rows.map(entryOf);
}

/** Returns all archives in order; none for a journal that was made before there were any. */
export async function listArchives(client: Pick<Pool, 'query'>): Promise<ArchiveEntry[]> {
  const { rows } = await client.query<{ is: boolean }>(
    "SELECT to_regclass('journal.archives') IS NOT NULL AS is",
  );
  return rows[0]?.is === true ? findArchives(client, 1, Number.MAX_SAFE_INTEGER) : [];
}

/** Archive files as they lie on the disk of this process. */
export interface ArchiveState {
  readonly files: number;
  readonly bytes: number;
  /** Files that are not where they were noted, or of another size. */
  readonly missingFiles: number;
}

/** Looks for each archive file, and reads none. */
export async function lookAtArchives(client: Pick<Pool, 'query'>): Promise<ArchiveState> {
  const entries = await findArchives(client, 1, Number.MAX_SAFE_INTEGER);
  const there = await Promise.all(entries.map(isArchiveThere));
  return {
    files: entries.length,
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    missingFiles: there.filter((isThere) => !isThere).length,
  };
}

/** Returns true where the file is found at its noted place, with as many bytes. */
export async function isArchiveThere({
  path,
  bytes,
}: Pick<ArchiveEntry, 'path' | 'bytes'>): Promise<boolean> {
  try {
    return (await stat(path)).size === bytes;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return false;
    throw error;
  }
}

/** Returns the archive that holds a command; null where none does. */
export async function findArchiveOf(client: Pick<Pool, 'query'>, seq: number): Promise<ArchiveEntry | null> {
  const { rows } = await client.query<EntryRow>(
    'SELECT * FROM journal.archives WHERE first_seq <= $1 AND last_seq >= $1',
    [seq],
  );
  return rows[0] === undefined ? null : entryOf(rows[0]);
}

/** Notes a file whose content was verified against the rows that it holds. */
export async function noteArchive(client: Pick<Pool, 'query'>, entry: ArchiveEntry): Promise<void> {
  await client.query(
    `INSERT INTO journal.archives (first_row, last_row, first_seq, last_seq, previous_hash, hash, from_ms, to_ms,
       folder, file, bytes, sha256) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      entry.firstRow,
      entry.lastRow,
      entry.firstSeq,
      entry.lastSeq,
      Buffer.from(entry.previousHash, 'hex'),
      Buffer.from(entry.hash, 'hex'),
      entry.fromMs,
      entry.toMs,
      entry.folder,
      entry.file,
      entry.bytes,
      Buffer.from(entry.sha256, 'hex'),
    ],
  );
}

function entryOf(row: EntryRow): ArchiveEntry {
  return {
    firstRow: Number(row.first_row),
    lastRow: Number(row.last_row),
    firstSeq: Number(row.first_seq),
    lastSeq: Number(row.last_seq),
    previousHash: row.previous_hash.toString('hex'),
    hash: row.hash.toString('hex'),
    fromMs: Number(row.from_ms),
    toMs: Number(row.to_ms),
    folder: row.folder,
    file: row.file,
    path: join(row.folder, row.file),
    bytes: Number(row.bytes),
    sha256: row.sha256.toString('hex'),
  };
}
