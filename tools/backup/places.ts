import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** The archive that a file belongs to; null for what a start makes again. */
export type Place = 'data' | 'keys' | null;

/** The prefix of the database's files inside the data archive. */
export const CLUSTER_FOLDER = 'postgres/cluster';

/** The prefix of the parts of a dump inside the data archive. */
export const DUMP_FOLDER = 'postgres/dump';

/** The folder of archived rows of the journal, by default, in the data folder. */
export const ARCHIVE_FOLDER = 'journal-archive';

/** Top names of a data folder that hold keys or passwords. They leave the machine in an archive of their own. */
const KEYS = [/\.secret$/, /^signer$/, /^operator2?-login\.json$/, /^demo-logins\.json$/];
/** Locks, sockets, lists of processes and the marks of backups belong to this machine. PostgreSQL's files are read by its own rules. */
const OF_A_RUN = [
  /^lock/,
  /^sockets$/,
  /^socket-folder$/,
  /^processes\.json$/,
  /^last-(backup|copy)$/,
  /^postgres$/,
  /^lost\+found$/,
];
/** A file that was being written when the machine stopped; the start writes it again. */
const DRAFT = /\.new$/;

/** Returns the archive of a file of the data folder by its path, which is relative and written with `/`. */
export function placeOf(path: string): Place {
  const [top = ''] = path.split('/');
  if (OF_A_RUN.some((pattern) => pattern.test(top)) || DRAFT.test(path) || path === 'chain/port') return null;
  return KEYS.some((pattern) => pattern.test(top)) ? 'keys' : 'data';
}

/**
 * Returns the relative paths of all files below `folder`, sorted. Other kinds, such as sockets and links, are left out.
 * A folder that disappears meanwhile counts as empty.
 */
export async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (at: string): Promise<void> => {
    for (const entry of await entriesOf(at)) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) await visit(path);
      else if (entry.isFile()) found.push(relative(folder, path).split(sep).join('/'));
    }
  };
  await visit(folder);
  return found.sort();
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
