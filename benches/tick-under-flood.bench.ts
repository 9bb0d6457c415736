/**
 * Measures whether the recorder's ticks stay on their grid, and the latency of other users' orders, while one door of
 * the real program is flooded. The orders use another door.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { processesOf, type RunningProgram } from '../tests/support/program.ts';
import type { LoadResult } from './http-orders/load.ts';
import { sendOrders } from './http-orders/running.ts';
import type { BenchRow } from './row.ts';
import { portsTo } from './ticks/doors.ts';
import type { FloodRequest, FloodResult } from './ticks/flood.ts';
import { type GridReport, ratioOf, ticksOnGrid, wordsOf } from './ticks/grid.ts';
import { withProgram } from './ticks/program.ts';
import { clientOf, openUser } from './ticks/users.ts';

const USERS = 8;
const ORDERS_PER_SECOND = 60;
const FLOOD_PORTS = 48;
const MOST_TIMES = 3;

/** Returns the rows `tick-under-flood` and `tick-under-flood-orders`. */
export async function run(quick = false): Promise<BenchRow[]> {
  const seconds = quick ? { quiet: 6, flood: 15 } : { quiet: 30, flood: 600 };
  return withProgram(
    { DOORS: '2', TRUSTED_PROXIES: '127.0.0.0/8,::1' },
    async (program, connectionString) => {
      const { url } = await program.ready();
      const port = Number(new URL(url).port);
      const { flooded, other } = await doorsOf(program);
      const tokens: string[] = [];
      for (let user = 0; user < USERS; user += 1) tokens.push(await openUser(url, `flooded_${user}`));
      const order = await farOrder(url);
      const localPorts = await portsTo(other, port, USERS);
      const orders = (ofSeconds: number): Promise<LoadResult> =>
        sendOrders({
          port,
          connections: USERS,
          tokens,
          seconds: ofSeconds,
          perSecond: ORDERS_PER_SECOND,
          order,
          localPorts,
        });
      await orders(2);
      const before = await orders(seconds.quiet);
      const floodPorts = await portsTo(flooded, port, FLOOD_PORTS);
      const fromMs = Date.now();
      const [noisy, flood] = await Promise.all([
        orders(seconds.flood - 1),
        floodDoor({ port, localPorts: floodPorts, seconds: seconds.flood }),
      ]);
      const untilMs = Date.now();
      const after = await orders(seconds.quiet);
      const grid = await ticksOnGrid(connectionString, fromMs, untilMs);
      return rowsOf(grid, flood, noisy, (before.p99Ms + after.p99Ms) / 2, seconds.flood);
    },
  );
}

function rowsOf(
  grid: GridReport,
  flood: FloodResult,
  noisy: LoadResult,
  quietMs: number,
  seconds: number,
): BenchRow[] {
  const flooding =
    `${Math.round(flood.messages / seconds)} messages/s of MQTT pings by the 4,000, subscriptions in turns and pings ` +
    `to one door for ${seconds} s, ${flood.connections} connections, each after the first twelve because one was cut off`;
  return [
    {
      name: 'tick-under-flood',
      ours: grid.missing + grid.late,
      peer: grid.allowed,
      ratio: ratioOf(grid),
      unit: 'ticks off',
      note: `${flooding}; ${wordsOf(grid)}; peer: what is allowed; ratio: (allowed + 1) / (off + 1)`,
    },
    {
      name: 'tick-under-flood-orders',
      ours: Number(noisy.p99Ms.toFixed(2)),
      peer: Number(quietMs.toFixed(2)),
      ratio: Number(((MOST_TIMES * quietMs) / noisy.p99Ms).toFixed(2)),
      unit: 'ms p99',
      note:
        `${ORDERS_PER_SECOND} orders/s of ${USERS} users through another door meanwhile, p50 ` +
        `${noisy.p50Ms.toFixed(2)} ms; peer: the same before and after; ratio: ${MOST_TIMES} x quiet / flooded`,
    },
  ];
}

async function doorsOf({ dataDir }: RunningProgram): Promise<{ flooded: number; other: number }> {
  const processes = await processesOf(dataDir);
  const [flooded, other] = ['door-1', 'door-2'].map((name) => processes.get(name));
  if (flooded === undefined || other === undefined) throw new Error('the program has not two doors');
  return { flooded, other };
}

/** Returns an order below the market, where it is not filled, and within its price band. */
async function farOrder(url: string): Promise<string> {
  const { b } = await clientOf(url, null).call('getDepth', { params: { symbol: 'BTCUSDT' } });
  const price = (Number(b[0]?.[0]) * 0.98).toFixed(2);
  return `{"symbol":"BTCUSDT","side":"buy","type":"limit","timeInForce":"IOC","price":"${price}","quantity":"0.001"}`;
}

async function floodDoor(request: FloodRequest): Promise<FloodResult> {
  const child = fork(join(import.meta.dirname, 'ticks', 'flood.ts'));
  child.send(request);
  const [result] = await once(child, 'message');
  child.disconnect();
  await once(child, 'exit');
  return result as FloodResult;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
  process.exit();
}
