import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 50;

/**
 * Makes `path` by `make` in one process at a time and returns when it exists. Others wait; when the one that makes it
 * fails or dies, the next tries. Throws what its own attempt threw.
 */
export async function madeOnce(path: string, make: () => Promise<void>): Promise<void> {
  const claim = `${path}.claim`;
  while (!existsSync(path)) {
    if (!(await claims(claim))) {
      await sleep(LOOK_MS);
      continue;
    }
    try {
      if (!existsSync(path)) await make();
    } finally {
      await rm(claim, { force: true });
    }
  }
}

/** Returns true if this process holds the claim now. A claim of a process that is gone is taken away. */
async function claims(claim: string): Promise<boolean> {
  try {
    await writeFile(claim, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const pid = Number(await readFile(claim, 'utf8').catch(() => ''));
  if (pid > 0 && !existsSync(`/proc/${pid}`)) await rm(claim, { force: true });
  return false;
}
