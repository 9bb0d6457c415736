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

/** Modules are loaded and files are read in a first run, which counts for nothing. */
async function warmUp(): Promise<void> {
  try {
    await simulate({ seed: 0, commands: 40, products, tally: new FaultTally(), idleTurns: 50_000 });
  } catch (error) {
    // A planted bug may show at once.
    if (plant === null) throw error;
  }
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

await warmUp();
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
