import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The time that each step of ending a left process takes at most. */
const STEP_MS = 3_000;

/**
 * Clears what an earlier run left in `cluster`: a server that is still going down is waited for (and hurried), a
 * postmaster.pid whose process is gone or is another program is removed. The caller holds the data folder's lock.
 * PostgreSQL refuses to start beside any process of that server, so all of them must be gone.
 */
export async function clearOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8').catch(() => null);
  if (text === null) return;
  const pid = Number.parseInt(text, 10);
  if (await isServer(pid, cluster)) {
    log('Waiting for the PostgreSQL of an earlier run to go down');
    await endPostmaster(pid, () => isServer(pid, cluster));
  }
  await endLeft(cluster);
  await rm(pidFile, { force: true });
}

/** Waits for the processes of a killed postmaster, which end when they notice; kills those that do not. */
async function endLeft(cluster: string): Promise<void> {
  for (const signal of [null, 'SIGQUIT', 'SIGKILL'] as const) {
    const untilMs = Date.now() + STEP_MS;
    for (let isFirst = true; Date.now() < untilMs; isFirst = false) {
      const left = await serversIn(cluster);
      if (left.length === 0) return;
      if (isFirst && signal !== null) for (const pid of left) send(pid, signal);
      await sleep(20);
    }
  }
  throw new Error(`Processes of an earlier PostgreSQL do not end: ${(await serversIn(cluster)).join(', ')}`);
}

/** Returns the processes of PostgreSQL that work inside the cluster's folder. */
async function serversIn(cluster: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const areServers = await Promise.all(pids.map((pid) => isServer(pid, cluster)));
  return pids.filter((_, at) => areServers[at]);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
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

/** A server works inside its cluster's folder: this distinguishes it from a stranger with the same number. */
async function isServer(pid: number, cluster: string): Promise<boolean> {
  if (!(pid > 0)) return false;
  const [program, folder] = await Promise.all([
    readlink(`/proc/${pid}/exe`).catch(() => ''),
    readlink(`/proc/${pid}/cwd`).catch(() => ''),
  ]);
  return /\/postgres( \(deleted\))?$/.test(program) && folder === cluster;
}
