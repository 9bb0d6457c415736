import { readdir, readFile, readlink } from 'node:fs/promises';

const LISTENING = '00010000';

/** Returns the pids of a process group, without zombies. */
export async function groupMembers(group: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const members = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // the program's name may contain any character and ends at the last bracket
      const [state, , inGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(inGroup) === group && state !== 'Z' ? [Number(pid)] : [];
    }),
  );
  return members.flat();
}

/** Returns the paths of the Unix sockets on which these processes listen. */
export async function listeningPaths(pids: readonly number[]): Promise<string[]> {
  const paths = new Map<string, string>();
  for (const line of (await readFile('/proc/net/unix', 'utf8')).split('\n').slice(1)) {
    const [, , , flags, , , inode, path] = line.trim().split(/\s+/);
    if (flags === LISTENING && inode !== undefined && path?.startsWith('/')) paths.set(inode, path);
  }
  const found = await Promise.all(pids.map((pid) => inodesOf(pid)));
  return [...new Set(found.flat())].flatMap((inode) => paths.get(inode) ?? []);
}

async function inodesOf(pid: number): Promise<string[]> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}
