/**
 * Measures the connection between the core and a door: orders per second through it, and the core's processor time
 * per durable order with 64 and 256 orders in flight.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { environmentOf, nodeFlags } from '../apps/server/program/start/node-flags.ts';
import type { CoreUse, Flood, FloodResult } from './core-line/messages.ts';
import { startDatabase } from './journal/postgres.ts';
import type { BenchRow } from './row.ts';

const USERS = 256;
const WARM_UP = 60_000;
const FULL = { orders: 300_000, inFlight: 4_000, perTurn: 4_000 };
const FULL_TARGET = 70_000;
const CONNECTIONS = [
  { name: 'core-cpu', inFlight: 64, targetUs: 18 },
  { name: 'core-cpu-256', inFlight: 256, targetUs: 14 },
];
/** A door handles requests as they arrive; one order per turn costs the core the most. */
const PER_TURN = 1;
const TURNS = 3;

/** Returns the rows `core-line`, `core-cpu` and `core-cpu-256`. */
export async function run(quick = false): Promise<BenchRow[]> {
  const orders = quick ? 20_000 : 100_000;
  const folder = await mkdtemp(join(tmpdir(), 'line-'));
  const database = await startDatabase();
  const children: ChildProcess[] = [];
  const start = async (file: string, ...args: readonly string[]): Promise<ChildProcess> => {
    const child = fork(join(import.meta.dirname, 'core-line', file), args, {
      serialization: 'advanced',
      execArgv: [...process.execArgv, ...nodeFlags.core],
      env: environmentOf('core', process.env),
    });
    children.push(child);
    await once(child, 'message');
    return child;
  };
  try {
    const path = join(folder, 'core.sock');
    const core = await start('core.ts', database.connectionString, path, `${USERS}`);
    const generator = await start('generator.ts', path, `${USERS}`);
    const flood = (asked: Flood) => ask<FloodResult>(generator, asked);
    const measured = async (asked: Flood) => {
      const before = await ask<CoreUse>(core, 'use');
      const result = await flood(asked);
      const after = await ask<CoreUse>(core, 'use');
      return {
        ...result,
        coreUs: (after.cpuUs - before.cpuUs) / asked.orders,
        rowsOf: asked.orders / (after.rows - before.rows),
      };
    };
    await flood({ orders: WARM_UP, inFlight: 256, perTurn: PER_TURN });
    const rows: BenchRow[] = [];
    const most = await measured(quick ? { ...FULL, orders: FULL.orders / 5 } : FULL);
    rows.push({
      name: 'core-line',
      ours: Math.round(most.perSecond),
      peer: FULL_TARGET,
      ratio: rounded(most.perSecond / FULL_TARGET),
      unit: 'orders/s',
      note:
        `durable orders through the line from one generator, ${FULL.inFlight} under way, ${Math.round(most.rowsOf)} a ` +
        `row; the core took ${rounded(most.coreUs)} µs each; peer: the target`,
    });
    for (const { name, inFlight, targetUs } of CONNECTIONS) {
      const turns = [];
      for (let turn = 0; turn < TURNS; turn++)
        turns.push(await measured({ orders, inFlight, perTurn: PER_TURN }));
      const middle = turns.sort((left, right) => left.coreUs - right.coreUs)[1] as (typeof turns)[number];
      rows.push({
        name,
        ours: rounded(middle.coreUs),
        peer: targetUs,
        ratio: rounded(targetUs / middle.coreUs),
        unit: 'µs of the core',
        note:
          `processor time of the core per durable order with ${inFlight} under way, ${rounded(middle.rowsOf)} a row: ` +
          `${Math.round(middle.perSecond)} orders/s, p50 ${rounded(middle.p50Ms)} ms, p99 ${rounded(middle.p99Ms)} ms; ` +
          'peer: the target',
      });
    }
    return rows;
  } finally {
    for (const child of children) child.disconnect();
    await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function ask<T>(child: ChildProcess, what: Flood | 'use'): Promise<T> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('a process of the bench ended'));
    child.once('exit', gone);
    child.once('message', (answer) => {
      child.off('exit', gone);
      resolve(answer as T);
    });
    child.send(what);
  });
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await run(process.argv.includes('--quick')));
