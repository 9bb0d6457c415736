import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { Submission } from '@candor/journal';
import { Client } from 'pg';
import { connectCore, type LineRole, type RemoteCore } from '../../apps/server/engine/core/index.ts';

/** The steps of the thread; each starts after the previous one has reached the other end's socket. */
export type LineStep =
  | { readonly submit: Submission; readonly as: LineRole }
  /** Releases the lock that blocks commits. */
  | { readonly release: true };

export interface LineWorkerData {
  readonly path: string;
  readonly roles: readonly LineRole[];
  /** The database whose commits are blocked until a step releases them; null if they are not. */
  readonly connectionString: string | null;
  /** Its first element becomes 1 when all steps are done. */
  readonly done: SharedArrayBuffer;
}

const { path, roles, connectionString, done } = workerData as LineWorkerData;
const port = parentPort as NonNullable<typeof parentPort>;
const lines = new Map<LineRole, RemoteCore>();
for (const role of roles) lines.set(role, await connectCore({ path, role }));
const lock = connectionString === null ? null : new Client({ connectionString });
await lock?.connect();
await lock?.query('BEGIN; LOCK TABLE journal.batches IN SHARE MODE');
port.postMessage('ready');
const [steps] = (await once(port, 'message')) as [readonly LineStep[]];
const answers: Promise<unknown>[] = [];
for (const step of steps) {
  if ('release' in step) await lock?.end();
  else answers.push((lines.get(step.as) as RemoteCore).submit(step.submit));
  // The next step must arrive clearly later than this one.
  await new Promise((resolve) => setTimeout(resolve, 100));
}
Atomics.store(new Int32Array(done), 0, 1);
Atomics.notify(new Int32Array(done), 0);
port.postMessage(await Promise.all(answers));
await Promise.all([...lines.values()].map((line) => line.close()));
