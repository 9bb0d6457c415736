import process from 'node:process';
import { runNpmBook, runOurBook, runOurKernel } from './engines.ts';
import { makeWorkload } from './workload.ts';

/** The engines of this process' kind, by their names. */
export const engines = { book: runOurBook, kernel: runOurKernel, npm: runNpmBook } as const;

/** Request to a process of its own: one seeded workload by one engine, so many times. */
export interface EngineRequest {
  readonly engine: keyof typeof engines;
  readonly seed: number;
  readonly operations: number;
  readonly liveOrders: number;
  readonly times: number;
}

process.once('message', (message) => {
  const { engine, seed, operations, liveOrders, times } = message as EngineRequest;
  const workload = makeWorkload(seed, operations, liveOrders);
  const run = engines[engine];
  // Once for the compiler, as an exchange runs for days.
  run(workload);
  process.send?.(
    Array.from({ length: times }, () => run(workload)),
    () => process.disconnect(),
  );
});
