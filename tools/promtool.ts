import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run } from './run.ts';

/** Folder into which Debian's package is unpacked: promtool alone is used of it, so nothing is installed. */
const UNPACKED = join(tmpdir(), 'candor-promtool');

/** Finds Prometheus' promtool or, on Debian and its like, unpacks one. Throws with how to get one. */
export async function ensurePromtool(): Promise<string> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(UNPACKED, 'usr/bin')];
  const found = folders.map((folder) => join(folder, 'promtool')).find((path) => existsSync(path));
  if (found !== undefined) return found;
  await mkdir(UNPACKED, { recursive: true });
  if (process.getuid?.() === 0) await run('apt-get', ['update', '-qq']);
  await run('apt-get', ['download', '-qq', 'prometheus'], { cwd: UNPACKED });
  const archive = (await readdir(UNPACKED)).find((name) => name.endsWith('.deb'));
  if (archive !== undefined) await run('dpkg-deb', ['-x', archive, '.'], { cwd: UNPACKED });
  const unpacked = join(UNPACKED, 'usr/bin/promtool');
  if (existsSync(unpacked)) return unpacked;
  throw new Error(
    'The alerts are tested with promtool: install Prometheus (on Debian: apt-get install prometheus).',
  );
}
