/** Reads the processor time of processes from outside, in whole hundredths of a second. */
import { readdir, readFile, readlink } from 'node:fs/promises';

/** The unit of the kernel's counters, on every Linux that Node runs on. */
const US_PER_TICK = 10_000;

/** Returns the processor time of a process so far, in microseconds, optionally with that of its ended children. */
export async function cpuUsOf(pid: number, withChildren = false): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name is the second field, in parentheses, and may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return US_PER_TICK * (user + system + (withChildren ? childUser + childSystem : 0));
}

/**
 * Returns the processor time of all processes that work inside `folder`, with their ended children. It identifies
 * PostgreSQL's processes.
 */
export async function cpuUsIn(folder: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const times = pids.map(async (pid) => {
    const place = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (!place.startsWith(`${folder}/`)) return 0;
    return cpuUsOf(Number(pid), true).catch(gone);
  });
  return (await Promise.all(times)).reduce((sum, us) => sum + us, 0);
}

/** Ignores a process that ended meanwhile: its parent counts its time from then on. */
function gone(error: NodeJS.ErrnoException): number {
  if (error.code === 'ENOENT' || error.code === 'ESRCH') return 0;
  throw error;
}
