import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { NeighbourRequest, NeighbourResult } from './neighbour.ts';

/** Runs the neighbour's requests for the given time. Rejects if its process ends without a result. */
export async function disturb(request: NeighbourRequest): Promise<NeighbourResult> {
  const child = fork(join(import.meta.dirname, 'neighbour.ts'));
  const ended = once(child, 'exit');
  child.send(request);
  const result = await Promise.race([once(child, 'message'), ended.then(() => null)]);
  if (result === null) throw new Error(`the neighbour ended with ${(await ended)[0]}`);
  child.disconnect();
  await ended;
  return result[0] as NeighbourResult;
}
