/** The bare book and the whole kernel on one seeded workload, against a plain C++ book and an npm book. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { environmentOf, nodeFlags } from '../apps/server/program/start/node-flags.ts';
import type { EngineRequest } from './book/engine-process.ts';
import type { Timed } from './book/engines.ts';
import { buildNativeBook } from './book/native.ts';
import { makeWorkload } from './book/workload.ts';
import type { BenchRow } from './row.ts';

const OPERATIONS = 1_000_000;
const LIVE_ORDERS = 10_000;
const SEED = 1;
/** Runs of the workload by each engine in a round; a process' first run is not counted. */
const TIMES = { native: 3, book: 3, kernel: 3, npm: 1 } as const;
const ROUNDS = 5;
const targets = { book: { native: 2, npm: 20 }, kernel: { native: 1, npm: 15 } } as const;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Operations a second, the median of several rounds. @throws Error when an engine came to other totals. */
function speed(times: readonly Timed[], reference: Timed, operations: number): number {
  for (const { trades, tradedLots, restingOrders } of times) {
    if (
      trades !== reference.trades ||
      tradedLots !== reference.tradedLots ||
      restingOrders !== reference.restingOrders
    ) {
      throw new Error('the engines did not do the same work');
    }
  }
  return operations / median(times.map((timed) => timed.seconds));
}

function row(name: string, ours: number, peer: number, what: string): BenchRow {
  return {
    name,
    ours: Math.round(ours),
    peer: Math.round(peer),
    ratio: Number((ours / peer).toFixed(2)),
    unit: 'operations/s',
    note: what,
  };
}

/**
 * One engine in a process of its own: what others have taught the compiler slows it, and no exchange runs several. The
 * kernel's starts as the launcher starts the core; the book and the peers start with no flags.
 */
async function runApart(request: EngineRequest): Promise<readonly Timed[]> {
  const isKernel = request.engine === 'kernel';
  const child = fork(join(import.meta.dirname, 'book', 'engine-process.ts'), [], {
    execArgv: [...process.execArgv, ...(isKernel ? nodeFlags.core : [])],
    env: isKernel ? environmentOf('core', process.env) : process.env,
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of ${request.engine} ended with ${code}`);
  });
  child.send(request);
  const [answer] = await Promise.race([once(child, 'message'), ended]);
  await ended.catch(() => {});
  return answer as readonly Timed[];
}

/** Every engine in turn, round after round, so that a slow moment of the machine meets them all. */
async function race(operations: number, rounds: number) {
  const native = buildNativeBook();
  const workload = makeWorkload(SEED, operations, LIVE_ORDERS);
  const times = { native: [] as Timed[], book: [] as Timed[], kernel: [] as Timed[], npm: [] as Timed[] };
  for (let round = 0; round < rounds; round++)
    for (const engine of ['native', 'book', 'kernel', 'npm'] as const) {
      const request = { seed: SEED, operations, liveOrders: LIVE_ORDERS, times: TIMES[engine] };
      if (engine !== 'native') times[engine].push(...(await runApart({ ...request, engine })));
      else if (native !== null)
        for (let time = 0; time < TIMES.native; time++) times.native.push(native.run(workload));
    }
  native?.close();
  return times;
}

/** The rows `book` and `kernel`, and the same against the npm book; without g++ the first two are left out. */
export async function run(quick = false): Promise<BenchRow[]> {
  const operations = quick ? OPERATIONS / 10 : OPERATIONS;
  const times = await race(operations, quick ? 3 : ROUNDS);
  const reference = times.book[0] as Timed;
  const of = (list: readonly Timed[]) => speed(list, reference, operations);
  const npm = of(times.npm);
  const shared = `${operations} operations: 60% adds, 30% cancels, 10% takers, some 10k live orders`;
  const asLaunched = "ours with the launcher's flags and huge pages for the core";
  return (['book', 'kernel'] as const).flatMap((name) => {
    const ours = of(times[name]);
    const target = targets[name];
    const what = name === 'kernel' ? `${shared}; ${asLaunched}, the peer without` : shared;
    return [
      ...(times.native.length === 0
        ? []
        : [row(name, ours, of(times.native), `${what}; peer: C++ std::map book; target ${target.native}`)]),
      row(`${name}-vs-npm`, ours, npm, `${what}; peer: nodejs-order-book; target ${target.npm}`),
    ];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await run(process.argv.includes('--quick')));
