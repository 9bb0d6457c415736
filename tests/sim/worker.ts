import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { installHooks } from './hooks.ts';
import type { Plant } from './plant.ts';
import { installClock } from './store/clock.ts';
import { FaultTally } from './store/faults.ts';

/** The input of a thread. */
export interface WorkerInput {
  readonly commands: number;
  readonly plant: Plant | null;
  /** Whole stacks for a single run; building them for every refusal is slow. */
  readonly isSingle: boolean;
}

/** The report of a thread about one seed. */
export type SeedReport =
  | {
      readonly seed: number;
      readonly ok: true;
      readonly line: string;
      readonly commands: number;
      readonly rows: number;
      readonly starts: number;
    }
  | { readonly seed: number; readonly ok: false; readonly error: string };

/** The counts of a thread over all of its seeds. */
export interface Counts {
  readonly writes: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, number>;
  readonly met: ReadonlyMap<string, number>;
}

export type WorkerMessage = { readonly report: SeedReport } | { readonly counts: Counts };

const { commands, plant, isSingle } = workerData as WorkerInput;
const port = parentPort!;
if (!isSingle) Error.stackTraceLimit = 3;
installHooks(plant);
installClock();
const { simulate } = await import('./simulation.ts');
const { PRODUCTS: products } = await import('./products/index.ts');

const tally = new FaultTally();
const met = new Map<string, number>();

/**
 * Loads what the journal loads in the midst of its work: in a simulation time passes when nothing else happens, and a
 * module that comes from a real disk happens outside of it.
 */
async function loadLateModules(): Promise<void> {
  const { rolldown } = await import('./store/rolldown.ts');
  const build = await rolldown({ input: createRequire(import.meta.url).resolve('@candor/kernel') });
  const { output } = await build.generate();
  const { loadBundle } = await import('../../packages/journal/kernel-code.ts');
  await loadBundle(Buffer.from(output[0].code));
  await import('../../packages/journal/snapshot-replay.ts');
}

async function run(seed: number): Promise<SeedReport> {
  try {
    const result = await simulate({ seed, commands, products, tally });
    for (const [what, times] of result.met) met.set(what, (met.get(what) ?? 0) + times);
    const { rows, starts, stateHash, headHash } = result;
    const line = `${result.commands} commands, ${rows} rows, ${starts} starts, state ${stateHash}, head ${headHash}`;
    return { seed, ok: true, line, commands: result.commands, rows, starts };
  } catch (error) {
    return { seed, ok: false, error: (isSingle && error instanceof Error && error.stack) || String(error) };
  }
}

await loadLateModules();
port.on('message', async (seed: number | null) => {
  if (seed !== null) {
    port.postMessage({ report: await run(seed) } satisfies WorkerMessage);
    return;
  }
  const counts = { writes: tally.writes, faults: tally.faults, met };
  port.postMessage({ counts } satisfies WorkerMessage);
  port.close();
});
port.postMessage('ready');
