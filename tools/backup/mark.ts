import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveEntry } from '@candor/journal';
import { BACKUP_MARK } from '../../apps/server/program/start/machine.ts';

type Named = Pick<ArchiveEntry, 'file' | 'sha256'>;

const lineOf = ({ file, sha256 }: Named): string => `${sha256} ${file}`;

/** Marks a data folder as backed up: the backup's name, then a line for each archive of the journal that it holds. */
export async function writeMark(dataDir: string, backup: string, archives: readonly Named[]): Promise<void> {
  const lines = [backup, ...archives.map(lineOf)];
  await writeFile(join(dataDir, BACKUP_MARK), `${lines.join('\n')}\n`, { mode: 0o600 });
}

/** Returns what tells whether the newest backup holds an archive of the journal; before the first one it holds none. */
export async function readMark(dataDir: string): Promise<(archive: Named) => boolean> {
  const text = await readFile(join(dataDir, BACKUP_MARK), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const held = new Set(text.split('\n').slice(1));
  return (archive) => held.has(lineOf(archive));
}
