import { type ArchiveEntry, isArchiveThere, listArchives } from '@candor/journal';
import { Client } from 'pg';
import type { Archived, Source } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { ARCHIVE_FOLDER } from './places.ts';

/** Returns the archives of the journal that the database names, wherever they lie. Throws BackupError. */
export async function namedArchives(connectionString: string): Promise<readonly ArchiveEntry[]> {
  const client = new Client({ connectionString, application_name: 'candor-backup' });
  client.on('error', () => {});
  try {
    await client.connect();
    return await listArchives(client);
  } catch (error) {
    const said = error instanceof Error ? error.message || error.name : String(error);
    throw new BackupError(`The names of the journal's archives could not be read: ${said}.`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => {});
  }
}

/** The place of an archive of the journal in a backup, and in a data folder that is restored from it. */
export const placeOfArchive = ({ file }: Pick<ArchiveEntry, 'file'>): string => `${ARCHIVE_FOLDER}/${file}`;

export interface AddedArchives {
  readonly added: readonly ArchiveEntry[];
  readonly missing: readonly ArchiveEntry[];
}

/** Adds each archive that is where it was noted, with as many bytes. */
export async function addArchives(
  archives: readonly ArchiveEntry[],
  add: (source: Source) => Promise<Archived | null>,
): Promise<AddedArchives> {
  const added: ArchiveEntry[] = [];
  const missing: ArchiveEntry[] = [];
  for (const archive of archives) {
    const archived = (await isArchiveThere(archive))
      ? await add({ path: placeOfArchive(archive), file: archive.path })
      : null;
    (archived === null ? missing : added).push(archive);
  }
  return { added, missing };
}
