import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type Look, timestampOf } from '../../base/metrics/index.ts';

/** Written by `npm run backup` once both archives are whole: its time is that of the newest backup. */
export const BACKUP_MARK = 'last-backup';
/** Written by candor-backup.service once the newest archives lie at other places too. */
export const COPY_MARK = 'last-copy';

/** The disk under the data folder, the newest backup of it, and the newest copy of that. */
export interface Machine {
  readonly freeBytes: number;
  readonly sizeBytes: number;
  /** Ms since 1970; null before the first one. */
  readonly backupMs: number | null;
  /** Ms since 1970; null before the first one. */
  readonly copiedMs: number | null;
}

/** Looks at the disk and the marks of backups of a data folder. */
export async function lookAtMachine(folder: string): Promise<Machine> {
  const { bsize, bavail, blocks } = await statfs(folder);
  return {
    freeBytes: bsize * bavail,
    sizeBytes: bsize * blocks,
    backupMs: await markedMs(folder, BACKUP_MARK),
    copiedMs: await markedMs(folder, COPY_MARK),
  };
}

async function markedMs(folder: string, mark: string): Promise<number | null> {
  try {
    return (await stat(join(folder, mark))).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Shows disk and backups as metrics. */
export function machineLook(read: () => Promise<Machine>): Look {
  return {
    subject: 'machine',
    gauges: {
      disk_free_bytes: { help: 'Free bytes of the disk of the data folder' },
      disk_size_bytes: { help: 'Size of the disk of the data folder' },
      backup_timestamp_seconds: { help: 'Time of the newest backup; no value before the first' },
      backup_copied_timestamp_seconds: {
        help: 'Time when the newest backup was copied elsewhere; no value before the first copy',
      },
    },
    read: async () => {
      const { freeBytes, sizeBytes, backupMs, copiedMs } = await read();
      return [
        { gauge: 'disk_free_bytes', value: freeBytes },
        { gauge: 'disk_size_bytes', value: sizeBytes },
        ...(backupMs === null ? [] : [{ gauge: 'backup_timestamp_seconds', value: timestampOf(backupMs) }]),
        ...(copiedMs === null
          ? []
          : [{ gauge: 'backup_copied_timestamp_seconds', value: timestampOf(copiedMs) }]),
      ];
    },
  };
}
