import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type Look, timestampOf } from '../../base/metrics/index.ts';

/** Written by `npm run backup` once both archives are whole: its time is that of the newest backup. */
export const BACKUP_MARK = 'last-backup';

/** The disk under the data folder, and the newest backup of it. */
export interface Machine {
  readonly freeBytes: number;
  readonly sizeBytes: number;
  /** Ms since 1970; null before the first one. */
  readonly backupMs: number | null;
}

/** Looks at the disk and the backup of a data folder. */
export async function lookAtMachine(folder: string): Promise<Machine> {
  const { bsize, bavail, blocks } = await statfs(folder);
  const mark = await stat(join(folder, BACKUP_MARK)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return { freeBytes: bsize * bavail, sizeBytes: bsize * blocks, backupMs: mark?.mtimeMs ?? null };
}

/** Shows disk and backup as metrics. */
export function machineLook(read: () => Promise<Machine>): Look {
  return {
    subject: 'machine',
    gauges: {
      disk_free_bytes: { help: 'Free bytes of the disk of the data folder' },
      disk_size_bytes: { help: 'Size of the disk of the data folder' },
      backup_timestamp_seconds: { help: 'Time of the newest backup; no value before the first' },
    },
    read: async () => {
      const { freeBytes, sizeBytes, backupMs } = await read();
      return [
        { gauge: 'disk_free_bytes', value: freeBytes },
        { gauge: 'disk_size_bytes', value: sizeBytes },
        ...(backupMs === null ? [] : [{ gauge: 'backup_timestamp_seconds', value: timestampOf(backupMs) }]),
      ];
    },
  };
}
