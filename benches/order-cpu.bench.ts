/**
 * Measures the processor time per order of core and door as processes, against the same rooms in one process. They
 * alternate on one PostgreSQL, at full speed and at half of it.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import {
  type CpuPerOrder,
  type Loaded,
  load,
  median,
  type RunningServer,
  type ServerKind,
  startServers,
} from './http-orders/running.ts';
import type { BenchRow } from './row.ts';

const CONNECTIONS = 64;
const KINDS = ['one', 'split'] as const satisfies readonly ServerKind[];
const MOST_TIMES = 1.35;
const MOST_TIMES_HALF = 1.35;

/** Both servers under the same load, in one round. */
interface Turn {
  readonly one: Loaded;
  readonly split: Loaded;
}

/**
 * Returns the rows `order-cpu` and `order-cpu-half`. Their ratio is the allowed multiple of the one process, over
 * core and door.
 */
export async function run(quick = false): Promise<BenchRow[]> {
  const house = await startServers(KINDS, CONNECTIONS);
  try {
    const seconds = quick ? 2 : 4;
    const both = async (perSecond: number | null, isOneFirst: boolean): Promise<Turn> => {
      const how = { connections: CONNECTIONS, seconds, perSecond };
      const at = async (kind: ServerKind) => {
        await house.settle();
        return load(house.servers.get(kind) as RunningServer, how);
      };
      if (isOneFirst) return { one: await at('one'), split: await at('split') };
      const split = await at('split');
      return { one: await at('one'), split };
    };
    await both(null, true);
    const saturated: Turn[] = [];
    const half: Turn[] = [];
    for (let turn = 0; turn < (quick ? 3 : 7); turn += 1) {
      const most = await both(null, turn % 2 === 0);
      saturated.push(most);
      const least = Math.min(...KINDS.map((kind) => most[kind].accepted / most[kind].seconds));
      half.push(await both(least / 2, turn % 2 === 0));
    }
    return [
      rowOf('order-cpu', saturated, MOST_TIMES, 'saturated'),
      rowOf('order-cpu-half', half, MOST_TIMES_HALF, 'at half of what the slower one took just before'),
    ];
  } finally {
    await house.stop();
  }
}

function rowOf(name: string, turns: readonly Turn[], mostTimes: number, what: string): BenchRow {
  const cpu = (kind: keyof Turn, who: keyof CpuPerOrder) =>
    median(turns.map((turn) => turn[kind].cpuUsPerOrder[who] ?? 0));
  const rate = (kind: keyof Turn) =>
    Math.round(median(turns.map((turn) => turn[kind].accepted / turn[kind].seconds)));
  const times = median(turns.map(({ one, split }) => split.cpuUsPerOrder.server / one.cpuUsPerOrder.server));
  const beside = (kind: keyof Turn) =>
    `PostgreSQL ${cpu(kind, 'postgres').toFixed(1)} and the load ${cpu(kind, 'load').toFixed(1)} µs`;
  return {
    name,
    ours: Number(cpu('split', 'server').toFixed(1)),
    peer: Number(cpu('one', 'server').toFixed(1)),
    ratio: Number((mostTimes / times).toFixed(2)),
    unit: 'µs/order',
    note:
      `processor time of core (${cpu('split', 'core').toFixed(1)} µs) and door (${cpu('split', 'door').toFixed(1)} µs), ` +
      `${what}, ${CONNECTIONS} connections: ${times.toFixed(2)} times that of the same rooms in one process; beside it ` +
      `${beside('split')}, with one process ${beside('one')}; ${rate('split')} and ${rate('one')} orders/s; medians of ` +
      `${turns.length} alternating turns, PostgreSQL at rest before each; ratio: ${mostTimes} x one / split`,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
}
