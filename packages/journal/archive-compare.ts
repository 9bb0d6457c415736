/** Checks of an archive file before it is noted, and again before its rows are deleted. */
import type { Client } from 'pg';
import { type ArchiveEntry, findArchives } from './archive-entries.ts';
import { ArchiveFile } from './archive-file.ts';
import { JournalError } from './errors.ts';
import type { RawRow } from './raw-row.ts';
import { openEntry, readRawRows } from './raw-rows.ts';

const zeroHash = '0'.repeat(64);
const everyRow = Number.MAX_SAFE_INTEGER;

/** Reads a file back: its checksum, the chain of its rows, and each row as the database holds it. */
export async function compareWithRows(client: Client, path: string, sha256: string): Promise<void> {
  const file = await ArchiveFile.open(path);
  try {
    if ((await file.checkSum()) !== sha256) throw differs(path, file.header.firstRow);
    const { firstRow, lastRow } = file.header;
    const stored = eachRow(readRawRows(client, firstRow - 1, lastRow));
    for await (const row of eachRow(file.rows(firstRow, lastRow))) {
      const { value } = await stored.next();
      if (value === undefined || !isSame(value, row)) throw differs(path, Number(row.batch_no));
    }
    if ((await stored.next()).done !== true) throw differs(path, lastRow);
  } finally {
    await file.close();
  }
}

/**
 * Compares a noted file with all of its rows that the database still holds. Rows are deleted oldest first: where some are
 * gone, the others must be all behind them, and their hashes cover those.
 */
export async function compareWithLeft(client: Client, entry: ArchiveEntry): Promise<void> {
  const { firstRow, lastRow, path } = entry;
  await verifyEntry(entry);
  const found = await client.query<{ first: string | null }>(
    'SELECT min(batch_no) AS first FROM journal.batches WHERE batch_no BETWEEN $1 AND $2',
    [firstRow, lastRow],
  );
  const first = Number(found.rows[0]?.first ?? lastRow + 1);
  const file = await openEntry(entry);
  try {
    for await (const page of file.rows(first, lastRow)) {
      const from = Number(page[0]?.batch_no);
      const { rows } = await client.query<RawRow>(
        'SELECT * FROM journal.batches WHERE batch_no BETWEEN $1 AND $2 ORDER BY batch_no',
        [from, Number(page.at(-1)?.batch_no)],
      );
      const wrong = page.findIndex((row, at) => rows[at] === undefined || !isSame(rows[at], row));
      if (wrong >= 0) throw differs(path, from + wrong);
    }
  } finally {
    await file.close();
  }
}

/** Reads all of a noted file: it must be the one that was compared with the rows. */
export async function verifyEntry(entry: ArchiveEntry): Promise<void> {
  const file = await openEntry(entry);
  try {
    if ((await file.checkSum()) !== entry.sha256) throw differs(entry.path, entry.firstRow);
    let rows = 0;
    for await (const page of file.rows(entry.firstRow, entry.lastRow)) rows += page.length;
    if (rows !== entry.lastRow - entry.firstRow + 1) throw differs(entry.path, entry.firstRow);
  } finally {
    await file.close();
  }
}

/**
 * Reads a noted file through, and compares its checksum with the noted one: that of the file whose rows were compared with the
 * database. Throws ARCHIVE_UNREADABLE.
 */
export async function checkEntry(entry: ArchiveEntry): Promise<void> {
  const file = await openEntry(entry);
  try {
    if ((await file.checkSum()) !== entry.sha256)
      throw new JournalError(
        'ARCHIVE_UNREADABLE',
        `The journal archive ${entry.path} is another file than the one that was noted.`,
        { batchNo: entry.firstRow },
      );
  } finally {
    await file.close();
  }
}

/** Throws ARCHIVE_UNREADABLE unless the noted files follow one another from the first row on, by number and by hash. */
export async function checkNoted(client: Client): Promise<void> {
  let before = { lastRow: 0, hash: zeroHash };
  for (const entry of await findArchives(client, 1, everyRow)) {
    if (entry.firstRow !== before.lastRow + 1 || entry.previousHash !== before.hash)
      throw new JournalError(
        'ARCHIVE_UNREADABLE',
        `The noted journal archive ${entry.path} does not go on where the one before it ends, at row ${before.lastRow}.`,
        { batchNo: entry.firstRow },
      );
    before = entry;
  }
}

export function differs(path: string, batchNo: number): JournalError {
  return new JournalError(
    'ARCHIVE_UNREADABLE',
    `The journal archive ${path} does not hold what the journal has at row ${batchNo}. None of its rows was deleted.`,
    { batchNo },
  );
}

/** A row's hash covers all of it but the number of its kernel, whose code it covers. */
function isSame(stored: RawRow, row: RawRow): boolean {
  return (
    stored.batch_no === row.batch_no && stored.hash.equals(row.hash) && stored.kernel_no === row.kernel_no
  );
}

async function* eachRow<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T, undefined> {
  for await (const page of pages) yield* page;
}
