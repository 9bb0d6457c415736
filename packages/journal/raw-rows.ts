import type { Client, Pool } from 'pg';
import { type ArchiveEntry, findArchives } from './archive-entries.ts';
import { ArchiveFile } from './archive-file.ts';
import { JournalError } from './errors.ts';
import type { RawRow } from './raw-row.ts';

const rowsPerPage = 200;

/**
 * Reads rows after `afterBatchNo` in order as they lie there, page by page, the next while the last is being used. Rows
 * that were moved to archive files come from these; one that is in neither place is left out. Throws
 * ARCHIVE_UNREADABLE.
 */
export async function* readRawRows(
  client: Client,
  afterBatchNo: number,
  lastBatchNo: number,
): AsyncGenerator<readonly RawRow[]> {
  const page = (after: number) =>
    client.query<RawRow>({
      name: 'journal-page',
      text: 'SELECT * FROM journal.batches WHERE batch_no > $1 AND batch_no <= $2 ORDER BY batch_no LIMIT $3',
      values: [after, lastBatchNo, rowsPerPage],
    });
  let before = afterBatchNo;
  let next = page(before);
  for (;;) {
    const { rows } = await next;
    const first = Number(rows[0]?.batch_no ?? lastBatchNo + 1);
    // Looked at only where rows are missing, so rows that are deleted while this reads are found as well.
    if (first > before + 1) yield* archivedRows(client, before + 1, first - 1);
    const last = rows.at(-1);
    if (last === undefined) return;
    before = Number(last.batch_no);
    next = page(before);
    // Its error is seen when it is awaited; the reader may have left by then.
    next.catch(() => {});
    yield rows;
  }
}

/** Yields the rows of a range that lie in archive files, some at a time. Throws ARCHIVE_UNREADABLE. */
export async function* archivedRows(
  client: Pick<Pool, 'query'>,
  firstRow: number,
  lastRow: number,
): AsyncGenerator<readonly RawRow[]> {
  let next = firstRow;
  for (const entry of await findArchives(client, firstRow, lastRow)) {
    const file = await openEntry(entry);
    try {
      yield* file.rows(next, Math.min(lastRow, entry.lastRow));
    } finally {
      await file.close();
    }
    next = entry.lastRow + 1;
  }
}

/** Opens the file of an entry, which must be the one that was verified. Throws ARCHIVE_UNREADABLE. */
export async function openEntry(entry: ArchiveEntry): Promise<ArchiveFile> {
  const file = await ArchiveFile.open(entry.path);
  const { header } = file;
  if (
    header.firstRow === entry.firstRow &&
    header.lastRow === entry.lastRow &&
    header.previousHash === entry.previousHash &&
    header.hash === entry.hash
  )
    return file;
  await file.close();
  throw new JournalError(
    'ARCHIVE_UNREADABLE',
    `${entry.path} is another archive than the one that journal rows ${entry.firstRow} to ${entry.lastRow} were moved to.`,
    { batchNo: entry.firstRow },
  );
}
