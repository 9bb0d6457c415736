/**
 * Loaded into a server under test by `--import`: at SIGUSR2 its main thread does nothing at all for as many ms as the
 * file says that STALL_FILE names. Threads of its own go on.
 */
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.STALL_FILE;
if (isMainThread && file !== undefined) {
  process.on('SIGUSR2', () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(readFileSync(file, 'utf8')));
  });
}
