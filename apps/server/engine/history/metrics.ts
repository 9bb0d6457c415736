import { lookAtArchives } from '@candor/journal';
import type { Pool } from 'pg';
import type { Look } from '../../base/metrics/index.ts';
import type { ArchivedPlaces } from './places.ts';

/** Shows the archive files of the journal as metrics: without one, the receipts of its rows have no place. */
export function archiveLook(pool: Pool): Look {
  return {
    subject: 'journal archive',
    gauges: {
      journal_archive_files: { help: 'Archive files that hold rows of the journal' },
      journal_archive_bytes: { help: 'Size of all archive files' },
      journal_archive_missing_files: {
        help: 'Archive files that are not where they were noted, or of another size',
      },
    },
    read: async () => {
      const { files, bytes, missingFiles } = await lookAtArchives(pool);
      return [
        { gauge: 'journal_archive_files', value: files },
        { gauge: 'journal_archive_bytes', value: bytes },
        { gauge: 'journal_archive_missing_files', value: missingFiles },
      ];
    },
  };
}

/** Shows the archive files that this process could not read when it sought the place of a receipt in them. */
export function archiveReadingLook(history: Pick<ArchivedPlaces, 'unreadableArchives'>): Look {
  return {
    subject: 'reading of the journal archive',
    gauges: {
      journal_archive_unreadable_files: {
        help: 'Archive files that could not be read or were altered when they were last read',
      },
    },
    read: async () => [
      { gauge: 'journal_archive_unreadable_files', value: await history.unreadableArchives() },
    ],
  };
}
