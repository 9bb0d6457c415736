import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explainFileError, StartupError } from '../errors/startup-error.ts';
import { type FolderLock, lockFolder } from './lock.ts';
import { takeName } from './to-disk.ts';

/** The layout of the folder that this version writes. A newer one is refused. */
const layout = 1;
const markerName = 'candor.json';

export interface DataFolder {
  /** Absolute, without symbolic links. */
  readonly path: string;
  /** Reads a secret of 32 bytes as hex, made at its first use and readable by this user only. */
  secret(name: string): Promise<string>;
  /** Writes a file that only this user can read, whole or not at all: once it resolves, a power cut leaves it there. */
  writePrivate(name: string, text: string): Promise<string>;
  /** Reads a file of the folder, null when there is none. */
  read(name: string): Promise<string | null>;
  /** Deletes a file of the folder where it is there. */
  remove(name: string): Promise<void>;
  close(): void;
}

/**
 * Opens the folder of everything that is kept, making it if missing, and holds it against a second process until
 * `close`. Throws a StartupError when it is read-only, belongs to somebody else, holds other things or is in use.
 */
export async function openDataFolder(wanted: string): Promise<DataFolder> {
  let lock: FolderLock | null = null;
  try {
    const made = await mkdir(wanted, { recursive: true, mode: 0o700 });
    const path = await realpath(wanted);
    await refuseOthers(path);
    await refuseStrangeContents(path);
    await proveWritable(path);
    lock = lockFolder(path);
    if (made !== undefined || (await readIfThere(join(path, markerName))) === null)
      await writePrivate(path, markerName, `${JSON.stringify({ layout })}\n`);
    const held = lock;
    const secrets = new Map<string, Promise<string>>();
    return {
      path,
      secret: (name) => {
        // processes that start together ask at the same time, and must get the same one
        const made = secrets.get(name) ?? secret(path, name);
        secrets.set(name, made);
        made.catch(() => secrets.delete(name));
        return made;
      },
      writePrivate: (name, text) => writePrivate(path, name, text),
      read: (name) => readIfThere(join(path, name)),
      remove: (name) => rm(join(path, name), { force: true }),
      close: () => held.release(),
    };
  } catch (error) {
    lock?.release();
    throw explainFileError(error, wanted);
  }
}

async function refuseOthers(path: string): Promise<void> {
  const found = await stat(path);
  if (!found.isDirectory())
    throw new StartupError('DATA_FOLDER_FOREIGN', `${path} is not a folder. Set CANDOR_DATA to a folder.`);
  const me = process.getuid?.();
  if (found.uid !== me)
    throw new StartupError(
      'DATA_FOLDER_FOREIGN',
      `The data folder ${path} belongs to another user (number ${found.uid}; Candor runs as ${me}). ` +
        'Run Candor as that user, or set CANDOR_DATA to a folder of your own.',
    );
}

async function refuseStrangeContents(path: string): Promise<void> {
  const marker = await readIfThere(join(path, markerName));
  if (marker === null) {
    const strangers = (await readdir(path)).filter(
      (name) => !name.startsWith('lock') && name !== 'lost+found',
    );
    if (strangers.length === 0) return;
    throw new StartupError(
      'DATA_FOLDER_FOREIGN',
      `The folder ${path} holds things that Candor did not make (${strangers.slice(0, 3).join(', ')}), so it will ` +
        'not write there. Set CANDOR_DATA to an empty or a new folder.',
    );
  }
  const found = markerLayout(marker);
  if (found === null || found > layout)
    throw new StartupError(
      'DATA_FOLDER_NEWER',
      `The data folder ${path} ${found === null ? 'has a damaged candor.json' : 'was made by a newer Candor'}. ` +
        'Start that version, or set CANDOR_DATA to another folder.',
    );
}

function markerLayout(text: string): number | null {
  try {
    const value: unknown = JSON.parse(text);
    const found = typeof value === 'object' && value !== null && 'layout' in value ? value.layout : null;
    return typeof found === 'number' ? found : null;
  } catch {
    return null;
  }
}

async function proveWritable(path: string): Promise<void> {
  const probe = join(path, `lock-probe-${process.pid}`);
  await writeFile(probe, 'x'.repeat(4096), { mode: 0o600 });
  await rm(probe);
}

async function secret(path: string, name: string): Promise<string> {
  const file = `${name}.secret`;
  const known = (await readIfThere(join(path, file)))?.trim();
  if (known !== undefined && /^[0-9a-f]{64}$/.test(known)) return known;
  if (known !== undefined)
    throw new StartupError('DATA_FOLDER_FOREIGN', `${join(path, file)} does not hold 64 hexadecimal digits.`);
  const fresh = randomBytes(32).toString('hex');
  await writePrivate(path, file, `${fresh}\n`);
  return fresh;
}

async function writePrivate(path: string, name: string, text: string): Promise<string> {
  const file = join(path, name);
  const draft = `${file}.new`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await chmod(draft, 0o600);
  await takeName(draft, file);
  return file;
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
