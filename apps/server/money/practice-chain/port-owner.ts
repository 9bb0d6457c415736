import { readdir, readFile, readlink } from 'node:fs/promises';

const LISTENS = '0A';

/**
 * True if the process itself listens on a port of IPv4: what answers there may be somebody else's node. True as well where
 * the system does not say.
 */
export async function ownsPort(pid: number, port: number): Promise<boolean> {
  const table = await readFile('/proc/net/tcp', 'utf8').catch(() => null);
  if (table === null) return true;
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const inodes = table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(suffix) === true && state === LISTENS)
    .map((columns) => `socket:[${columns[9]}]`);
  const files = await readdir(`/proc/${pid}/fd`).catch(() => null);
  if (files === null) return false;
  const open = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
  return open.some((target) => inodes.includes(target));
}
