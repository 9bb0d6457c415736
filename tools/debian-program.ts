import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run } from './run.ts';

/** A program that tests use of one of Debian's packages. */
export interface DebianProgram {
  /** Name of the program. */
  readonly name: string;
  /** Package that has it, and its folder in there. */
  readonly package: string;
  readonly folder: string;
  /** Reason for it, for whoever has to install it. */
  readonly why: string;
}

/**
 * Finds a program or, on Debian and its like, unpacks the package that has it: nothing is installed or started. Throws with
 * how to get one.
 */
export async function ensureProgram({ name, package: from, folder, why }: DebianProgram): Promise<string> {
  const unpacked = join(tmpdir(), `candor-${name}`);
  const own = join(unpacked, folder, name);
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const found = [...folders.map((each) => join(each, name)), own].find((path) => existsSync(path));
  if (found !== undefined) return found;
  await mkdir(unpacked, { recursive: true });
  if (process.getuid?.() === 0) await run('apt-get', ['update', '-qq']);
  await run('apt-get', ['download', '-qq', from], { cwd: unpacked });
  const archive = (await readdir(unpacked)).find((file) => file.endsWith('.deb'));
  if (archive !== undefined) await run('dpkg-deb', ['-x', archive, '.'], { cwd: unpacked });
  if (existsSync(own)) return own;
  throw new Error(`${why}: install ${name} (on Debian: apt-get install ${from}).`);
}
