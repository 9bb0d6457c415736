import { readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Clears what an earlier run left in `cluster`: a server that is still going down is waited for (and hurried), a
 * postmaster.pid whose process is gone or is another program is removed. The caller holds the data folder's lock.
 */
export async function clearOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8').catch(() => null);
  if (text === null) return;
  const pid = Number.parseInt(text, 10);
  if (await isPostmaster(pid, cluster)) {
    log('Waiting for the PostgreSQL of an earlier run to go down');
    await endPostmaster(pid, () => isPostmaster(pid, cluster));
  }
  await rm(pidFile, { force: true });
}

/** Sends ever firmer signals until `alive` says no: a fast stop, an immediate one, then the end. */
export async function endPostmaster(pid: number, alive: () => boolean | Promise<boolean>): Promise<void> {
  const steps = [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const;
  for (const [signal, patienceMs] of steps) {
    if (!(await alive())) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw error;
    }
    const untilMs = Date.now() + patienceMs;
    while (Date.now() < untilMs) {
      if (!(await alive())) return;
      await sleep(20);
    }
  }
}

/** A postmaster works inside its cluster's folder: that tells it from a stranger that got the same number. */
async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (!(pid > 0)) return false;
  const [program, folder] = await Promise.all([
    readlink(`/proc/${pid}/exe`).catch(() => ''),
    readlink(`/proc/${pid}/cwd`).catch(() => ''),
  ]);
  return /\/postgres( \(deleted\))?$/.test(program) && folder === cluster;
}
