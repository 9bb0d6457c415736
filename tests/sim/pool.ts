import { Worker } from 'node:worker_threads';
import type { Plant } from './plant.ts';
import type { Counts, SeedReport, WorkerInput, WorkerMessage } from './worker.ts';

export interface PoolInput {
  readonly seeds: readonly number[];
  readonly commands: number;
  readonly threads: number;
  readonly plant: Plant | null;
  readonly onSeed?: (report: SeedReport) => void;
}

export interface PoolResult {
  /** The first seed that failed; null when all held. */
  readonly failed: (SeedReport & { ok: false }) | null;
  readonly ran: number;
  readonly commands: number;
  readonly rows: number;
  readonly starts: number;
  readonly writes: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, number>;
  readonly met: ReadonlyMap<string, number>;
}

/**
 * Runs seeds on worker threads, each given the next. After a failure no later seed is begun, so the first of those
 * that fail is found whatever the threads' pace.
 */
export async function runSeeds(input: PoolInput): Promise<PoolResult> {
  const { seeds, onSeed = () => {} } = input;
  const left = [...seeds];
  const reports: SeedReport[] = [];
  const counts: Counts[] = [];
  const failed = () => reports.some((report) => !report.ok);
  const take = () => (failed() ? null : (left.shift() ?? null));
  const threads = Math.min(input.threads, seeds.length);
  await Promise.all(
    Array.from({ length: threads }, () =>
      runThread(input, take, (message) => {
        if ('counts' in message) counts.push(message.counts);
        else {
          reports.push(message.report);
          onSeed(message.report);
        }
      }),
    ),
  );
  const failures = reports
    .filter((report) => !report.ok)
    .sort((a, b) => seeds.indexOf(a.seed) - seeds.indexOf(b.seed));
  const sum = (of: (report: SeedReport & { ok: true }) => number) =>
    reports.reduce((total, report) => total + (report.ok ? of(report) : 0), 0);
  return {
    failed: failures[0] ?? null,
    ran: reports.length,
    commands: sum((report) => report.commands),
    rows: sum((report) => report.rows),
    starts: sum((report) => report.starts),
    writes: added(counts.map((each) => each.writes)),
    faults: added(counts.map((each) => each.faults)),
    met: added(counts.map((each) => each.met)),
  };
}

/** Returns so many seeds from `first` on. */
export function seedsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at);
}

function runThread(
  { commands, plant, seeds }: PoolInput,
  take: () => number | null,
  onMessage: (message: WorkerMessage) => void,
): Promise<void> {
  const workerData: WorkerInput = { commands, plant, isSingle: seeds.length === 1 };
  // A run makes much and keeps little: a roomy young generation spares most of the collecting.
  const resourceLimits = { maxYoungGenerationSizeMb: 48 };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, resourceLimits });
  return new Promise((resolve, reject) => {
    worker.on('message', (message: WorkerMessage | 'ready') => {
      if (message !== 'ready') onMessage(message);
      if (message === 'ready' || 'report' in message) worker.postMessage(take());
    });
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}

function added(maps: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const map of maps) for (const [name, count] of map) sums.set(name, (sums.get(name) ?? 0) + count);
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}
