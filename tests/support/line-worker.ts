import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { Submission } from '@candor/journal';
import { Client } from 'pg';
import { connectCore, type LineRole, type RemoteCore } from '../../apps/server/core/index.ts';

/** What the thread does in turn, each after the one before has reached the other end's socket. */
export type LineStep =
  | { readonly submit: Submission; readonly as: LineRole }
  /** Lets go of the lock that holds commits up. */
  | { readonly release: true };

export interface LineWorkerData {
  readonly path: string;
  readonly roles: readonly LineRole[];
  /** Where commits are held up until a step releases them; null where they are not. */
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
  // The next thing comes later than this one, by far.
  await new Promise((resolve) => setTimeout(resolve, 100));
}
Atomics.store(new Int32Array(done), 0, 1);
Atomics.notify(new Int32Array(done), 0);
port.postMessage(await Promise.all(answers));
await Promise.all([...lines.values()].map((line) => line.close()));
