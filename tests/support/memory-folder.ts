import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';

/** The clusters, data folders and browsers of a run hold far less than this at once, in bytes. */
const NEEDED = 6_000_000_000;
const TMPFS_MAGIC = 0x01021994;
const PREFIX = 'candor-tests-';
/** The process that made a folder, from its name. */
const OWNER = /^candor-tests-(\d+)$/;

/**
 * Makes a folder in memory for the temporary files of this process, and removes it when the process exits. Removes the
 * folders of processes that were killed. Returns null where `memory` is no file system in memory, or has no room.
 *
 * On a disk, each database that a test makes or drops waits for some thousand files to be synced, and costs ten times
 * the processor time.
 */
export function memoryFolder(memory: string, available: number, needed = NEEDED): string | null {
  if (available < needed * 2 || !hasRoom(memory, needed)) return null;
  const folder = join(memory, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  removeOrphans(memory, folder);
  // PostgreSQL of a root's tests runs as another user, whose folder lies in here
  chmodSync(folder, 0o711);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoom(memory: string, needed: number): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(memory);
    return type === TMPFS_MAGIC && bavail * bsize >= needed;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Removes what killed runs left. Runs that start at once each take other folders, by moving them into their own. */
function removeOrphans(memory: string, own: string): void {
  for (const name of readdirSync(memory)) {
    const pid = OWNER.exec(name)?.[1];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    const taken = join(own, name);
    try {
      if (lstatSync(join(memory, name)).uid !== process.getuid?.()) continue;
      renameSync(join(memory, name), taken);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw error;
    }
    rmSync(taken, { recursive: true, force: true, maxRetries: 5 });
  }
}
