import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../errors/startup-error.ts';

export interface FolderLock {
  release(): void;
}

const sqliteBusy = 5;

/**
 * Takes the folder for this process. The lock is the operating system's (fcntl, which Node has no call for but its
 * SQLite takes), so it ends with the process, however that ends. Throws DATA_IN_USE while another holds it.
 */
export function lockFolder(path: string): FolderLock {
  const holderFile = join(path, 'lock.pid');
  const database = new DatabaseSync(join(path, 'lock'));
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new StartupError(
      'DATA_IN_USE',
      `Another Candor${holder(holderFile)} is running on the data folder ${path}. Stop it first, or set CANDOR_DATA ` +
        '(and PORT and CONSOLE_PORT) to run a second one beside it.',
      { cause: error },
    );
  }
  writeFileSync(holderFile, `${process.pid}\n`, { mode: 0o600 });
  return { release: () => database.close() };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

function holder(file: string): string {
  try {
    return ` (process ${readFileSync(file, 'utf8').trim()})`;
  } catch {
    return '';
  }
}
