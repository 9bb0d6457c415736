import { type ArchiveEntry, checkEntry, isArchiveThere, JournalError, listArchives } from '@candor/journal';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Look, timestampOf } from '../../base/metrics/index.ts';

/** Each archive file is read once in so long. */
export const READ_EVERY_MS = 86_400_000;
/** Time between two rounds of reading. */
export const READING_ROUND_MS = 60_000;
/** Files that could not be read and are tried again in one round. */
const TRIED_AGAIN = 3;

export interface ArchiveReadingOptions {
  readonly pool: Pick<Pool, 'query'>;
  readonly now: () => number;
  readonly log: Pick<Logger, 'error' | 'info'>;
}

/** Reads all archive files of the journal in turn, so that an altered one is found before somebody needs it. */
export interface ArchiveReading {
  /** Reads the next files: as many as it takes to have read each once in `READ_EVERY_MS`, and those again that could not be read. */
  round(): Promise<void>;
  /** Files that could not be read, or are others than those that were noted. */
  unreadable(): number;
  /** Since when each file was read whole; since the beginning where one was not yet. Null without files. */
  readSinceMs(): number | null;
}

interface State {
  /** Null before the first try. */
  triedMs: number | null;
  wholeMs: number;
  isFaulty: boolean;
}

/** Begins with nothing read: after a restart all files are read within a day again. */
export function createArchiveReading({ pool, now, log }: ArchiveReadingOptions): ArchiveReading {
  const begunMs = now();
  /** By the first row of the file. */
  let states = new Map<number, State>();

  async function read(entry: ArchiveEntry, state: State): Promise<void> {
    const wasFaulty = state.isFaulty;
    state.triedMs = now();
    try {
      await checkEntry(entry);
      state.wholeMs = now();
      state.isFaulty = false;
      if (wasFaulty) log.info({ path: entry.path }, 'an archive of the journal can be read again');
    } catch (error) {
      if (!(error instanceof JournalError) || error.code !== 'ARCHIVE_UNREADABLE') throw error;
      state.isFaulty = true;
      if (!wasFaulty)
        log.error({ err: error, path: entry.path }, 'an archive of the journal can not be read');
    }
  }

  return {
    async round() {
      const entries = await listArchives(pool);
      states = new Map(
        entries.map(({ firstRow }) => [
          firstRow,
          states.get(firstRow) ?? { triedMs: null, wholeMs: begunMs, isFaulty: false },
        ]),
      );
      const byAge = entries
        .map((entry) => ({ entry, state: states.get(entry.firstRow)! }))
        .sort((a, b) => (a.state.triedMs ?? 0) - (b.state.triedMs ?? 0));
      const again = byAge.filter(({ state }) => state.isFaulty).slice(0, TRIED_AGAIN);
      let left = Math.ceil((entries.length * READING_ROUND_MS) / READ_EVERY_MS);
      for (const { entry, state } of again) await read(entry, state);
      for (const { entry, state } of byAge) {
        if (left === 0) break;
        const isDue = state.triedMs === null || state.triedMs <= now() - READ_EVERY_MS;
        // one that is away is counted apart, and read once it is back
        if (state.isFaulty || !isDue || !(await isArchiveThere(entry))) continue;
        left -= 1;
        await read(entry, state);
      }
    },
    unreadable: () => [...states.values()].filter(({ isFaulty }) => isFaulty).length,
    readSinceMs: () =>
      states.size === 0 ? null : Math.min(...[...states.values()].map(({ wholeMs }) => wholeMs)),
  };
}

/** Shows what the reading found. */
export function archiveReadsLook(reading: Pick<ArchiveReading, 'unreadable' | 'readSinceMs'>): Look {
  return {
    subject: 'reading of all journal archives',
    gauges: {
      journal_archive_unreadable_files: {
        help: 'Archive files that could not be read or were altered when they were last read',
      },
      journal_archive_read_timestamp_seconds: {
        help: 'Time since which each archive file was read whole; no value without files',
      },
    },
    read: async () => {
      const sinceMs = reading.readSinceMs();
      return [
        { gauge: 'journal_archive_unreadable_files', value: reading.unreadable() },
        ...(sinceMs === null
          ? []
          : [{ gauge: 'journal_archive_read_timestamp_seconds', value: timestampOf(sinceMs) }]),
      ];
    },
  };
}
