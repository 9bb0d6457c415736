import { type HearArchive, type JournalPlace, readPlaces } from '@candor/journal';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** Places of commands, and the archive files that could not be read for them. */
export interface ArchivedPlaces {
  places(seqs: readonly number[]): Promise<ReadonlyMap<number, JournalPlace | null>>;
  /** Counts the files that could not be read when a place was sought in them, and still can not. */
  unreadableArchives(): Promise<number>;
}

/** Reads places, and logs each archive file once that can not be read. */
export function archivedPlaces(pool: Pick<Pool, 'query'>, log: Pick<Logger, 'error'>): ArchivedPlaces {
  /** Commands that were sought in vain, by the first row of their archive: its file may lie elsewhere next time. */
  const sought = new Map<number, number>();
  const hear: HearArchive = ({ firstRow, path }, seq, error) => {
    if (error === null) {
      // another part of the same file may be whole
      if (sought.get(firstRow) === seq) sought.delete(firstRow);
    } else if (!sought.has(firstRow)) {
      sought.set(firstRow, seq);
      log.error({ err: error, path }, 'an archive of the journal can not be read: receipts lack their place');
    }
  };
  return {
    places: (seqs) => readPlaces(pool, seqs, hear),
    async unreadableArchives() {
      if (sought.size > 0) await readPlaces(pool, [...sought.values()], hear);
      return sought.size;
    },
  };
}
