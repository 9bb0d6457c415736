import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveFile, rangeOfName } from './archive-file.ts';
import { JournalError } from './errors.ts';
import type { ExportedKernel } from './export-frames.ts';
import type { RawRow } from './raw-row.ts';

/** Rows of one file, with the code of the kernels that wrote them. */
export interface ArchivedPart {
  readonly path: string;
  readonly kernels: ReadonlyMap<number, ExportedKernel>;
  readonly rows: AsyncIterable<readonly RawRow[]>;
}

/** A folder of archive files, read without a database. */
export class ArchiveFolder {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Yields the rows from the first one on up to `lastRow`, a file at a time; ends behind the last file. Of files that
   * overlap the one that goes on longest is read. Throws ARCHIVE_UNREADABLE, also where a file is missing before another.
   */
  async *parts(lastRow: number): AsyncGenerator<ArchivedPart> {
    const ranges = (await readdir(this.folder)).flatMap((name) => {
      const range = rangeOfName(name);
      return range === null ? [] : [{ name, ...range }];
    });
    for (let next = 1; next <= lastRow; ) {
      const from = next;
      const [longest] = ranges
        .filter((range) => range.firstRow <= from && range.lastRow >= from)
        .sort((a, b) => b.lastRow - a.lastRow);
      if (longest === undefined) {
        const behind = ranges.map(({ firstRow }) => firstRow).filter((firstRow) => firstRow > from);
        if (behind.length === 0) return;
        throw this.missing(from, Math.min(...behind));
      }
      const path = join(this.folder, longest.name);
      const file = await ArchiveFile.open(path);
      try {
        const until = Math.min(lastRow, longest.lastRow);
        yield { path, kernels: await file.kernels(), rows: file.rows(from, until) };
      } finally {
        await file.close();
      }
      next = longest.lastRow + 1;
    }
  }

  private missing(from: number, next: number): JournalError {
    return new JournalError(
      'ARCHIVE_UNREADABLE',
      `Journal rows ${from} to ${next - 1} are missing: no archive in ${this.folder} holds them, and another begins at row ${next}.` +
        ` The last row before them is ${from - 1}.`,
      { batchNo: from },
    );
  }
}
