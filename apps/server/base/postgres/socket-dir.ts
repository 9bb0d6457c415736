import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Runner } from './runner.ts';

const socketName = '.s.PGSQL.5432';
/** sockaddr_un ends here, the file's name included. */
const socketPathMaxBytes = 107;

/** Returns the cluster's own folder if the socket's path fits in there, else a new, short one. */
export async function makeSocketDir(folder: string, runner: Runner): Promise<string> {
  if (Buffer.byteLength(join(folder, socketName)) <= socketPathMaxBytes && !folder.includes(','))
    return folder;
  const record = join(folder, 'socket-folder');
  const earlier = await readFile(record, 'utf8').catch(() => '');
  if (/^\/tmp\/candor-[^/]+$/.test(earlier))
    await rm(earlier, { recursive: true, force: true }).catch(() => {});
  const dir = await mkdtemp('/tmp/candor-');
  await chmod(dir, 0o700);
  await runner.own(dir);
  await writeFile(record, dir);
  return dir;
}
