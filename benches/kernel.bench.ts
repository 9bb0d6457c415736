/** The bare book and the whole kernel on one seeded workload, against a plain C++ book and an npm book. */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { runNpmBook, runOurBook, runOurKernel, type Timed } from './book/engines.ts';
import { buildNativeBook } from './book/native.ts';
import { makeWorkload, type Workload } from './book/workload.ts';
import type { BenchRow } from './row.ts';

const OPERATIONS = 1_000_000;
const LIVE_ORDERS = 10_000;
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

/** Every engine in turn, round after round, so that a slow moment of the machine meets them all. */
function race(workload: Workload, rounds: number) {
  const native = buildNativeBook();
  const times = { native: [] as Timed[], book: [] as Timed[], kernel: [] as Timed[], npm: [] as Timed[] };
  for (let round = 0; round < rounds; round++) {
    if (native !== null) times.native.push(native.run(workload));
    times.book.push(runOurBook(workload));
    times.kernel.push(runOurKernel(workload));
    times.npm.push(runNpmBook(workload));
  }
  native?.close();
  return times;
}

/** The rows `book` and `kernel`, and the same against the npm book; without g++ the first two are left out. */
export async function run(quick = false): Promise<BenchRow[]> {
  const operations = quick ? OPERATIONS / 10 : OPERATIONS;
  const times = race(makeWorkload(1, operations, LIVE_ORDERS), quick ? 3 : ROUNDS);
  const reference = times.book[0] as Timed;
  const of = (list: readonly Timed[]) => speed(list, reference, operations);
  const npm = of(times.npm);
  const shared = `${operations} operations: 60% adds, 30% cancels, 10% takers, some 10k live orders`;
  return (['book', 'kernel'] as const).flatMap((name) => {
    const ours = of(times[name]);
    const target = targets[name];
    return [
      ...(times.native.length === 0
        ? []
        : [row(name, ours, of(times.native), `${shared}; peer: C++ std::map book; target ${target.native}`)]),
      row(`${name}-vs-npm`, ours, npm, `${shared}; peer: nodejs-order-book; target ${target.npm}`),
    ];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await run(process.argv.includes('--quick')));
