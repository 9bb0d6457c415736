import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explainFileError, StartupError } from '../../../base/errors/startup-error.ts';

const FILE = 'simulator-seed';
const SEED_BYTES = 32;

/**
 * The simulator's secret seed: read from the data folder, or made at the first start, from `given` (hex) where there
 * is one, else at random. Only its owner may read the file. Throws StartupError when the file is damaged, or is
 * another seed than the one given.
 */
export async function readOrMakeSeed(folder: string, given: string | null): Promise<Buffer> {
  const path = join(folder, FILE);
  try {
    const seed = given === null ? randomBytes(SEED_BYTES) : Buffer.from(given, 'hex');
    await writeFile(path, `${seed.toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    return seed;
  } catch (error) {
    if (!isTaken(error)) throw explainFileError(error, folder);
  }
  const text = (await readFile(path, 'utf8')).trim();
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new StartupError(
      'DATA_FOLDER_FOREIGN',
      `${path} is no simulator's seed: it has to be 64 hexadecimal digits.`,
    );
  }
  if (given !== null && given !== text) {
    throw new StartupError(
      'BAD_CONFIG',
      `The market of this data folder was begun with another seed than the one given. Leave CANDOR_SEED out, or set CANDOR_DATA to a new folder.`,
    );
  }
  return Buffer.from(text, 'hex');
}

/** Returns the published form of a seed: the hex SHA-256 of its bytes. */
export function seedHash(seed: Uint8Array): string {
  return createHash('sha256').update(seed).digest('hex');
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
