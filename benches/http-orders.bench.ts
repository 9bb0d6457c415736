/**
 * Measures durable orders per second over HTTP, acknowledged after their commit, by a core and a door as processes.
 * It compares them with bare Fastify with the same body, and with one transaction per order through the same API, all
 * on one PostgreSQL in one run. The two CPU cores also run the load and PostgreSQL, so each row also reports
 * processor time: an exchange handles as many orders as its busiest process.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import {
  type CpuPerOrder,
  type Loaded,
  load,
  median,
  type Role,
  type RunningHouse,
  type RunningServer,
  type ServerKind,
  startServers,
} from './http-orders/running.ts';
import type { BenchRow } from './row.ts';

const CONNECTIONS = 256;
const KINDS: readonly ServerKind[] = ['split', 'split-projected', 'transaction', 'echo'];
const ROLES: readonly Role[] = ['core', 'door', 'history'];

/** All rows; `quick` shortens the turns for a trial. */
export async function run(quick = false): Promise<BenchRow[]> {
  const house = await startServers(KINDS, CONNECTIONS);
  try {
    return rowsOf(await measure(house, quick ? 2 : 3, quick ? 2 : 7));
  } finally {
    await house.stop();
  }
}

type Figures = ReadonlyMap<ServerKind, readonly Loaded[]>;

/** Takes turns, so that what else the machine does falls on all alike. The first turn only warms up. */
async function measure({ servers, settle }: RunningHouse, seconds: number, turns: number): Promise<Figures> {
  const figures = new Map<ServerKind, Loaded[]>();
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const kind of turn % 2 === 0 ? KINDS : KINDS.toReversed()) {
      const server = servers.get(kind) as RunningServer;
      await settle();
      const result = await load(server, { connections: CONNECTIONS, seconds, perSecond: null });
      if (turn > 0) figures.set(kind, [...(figures.get(kind) ?? []), result]);
    }
  }
  return figures;
}

function rowsOf(figures: Figures): BenchRow[] {
  const of = (kind: ServerKind) => figures.get(kind) ?? [];
  const rates = (kind: ServerKind) => of(kind).map(({ accepted, seconds }) => accepted / seconds);
  const p = (kind: ServerKind, at: 'p50Ms' | 'p99Ms') =>
    median(of(kind).map((result) => result[at])).toFixed(1);
  const cpu = (kind: ServerKind, who: keyof CpuPerOrder) =>
    median(of(kind).map(({ cpuUsPerOrder }) => cpuUsPerOrder[who] ?? 0));
  const row = (name: string, ours: ServerKind, peer: ServerKind, what: string): BenchRow => {
    const peers = rates(peer);
    const ratio = median(rates(ours).map((rate, turn) => rate / (peers[turn] as number)));
    const taken = ROLES.map((role) => [role, cpu(ours, role)] as const).filter(([, us]) => us > 0);
    const busiest = Math.max(...taken.map(([, us]) => us));
    const shares = taken.map(([role, us]) => `${role} ${us.toFixed(1)}`).join(', ');
    return {
      name,
      ours: Math.round(median(rates(ours))),
      peer: Math.round(median(peers)),
      ratio: Number(ratio.toFixed(2)),
      unit: 'orders/s',
      note:
        `${what}; ${CONNECTIONS} connections, p50 ${p(ours, 'p50Ms')} ms, p99 ${p(ours, 'p99Ms')} ms; processor time ` +
        `an order: ${shares} µs, PostgreSQL ${cpu(ours, 'postgres').toFixed(1)}, the load ${cpu(ours, 'load').toFixed(1)}; ` +
        `the peer's server ${cpu(peer, 'server').toFixed(1)} µs, ${(cpu(peer, 'server') / busiest).toFixed(2)} of our ` +
        `busiest process; medians of ${peers.length} alternating turns, PostgreSQL at rest before each, the ratio within each`,
    };
  };
  return [
    row(
      'http-durable',
      'split',
      'echo',
      'acknowledged after commit; peer: bare Fastify that echoes the body; target 0.55',
    ),
    row(
      'http-projected',
      'split-projected',
      'echo',
      'with read models written alongside by a process; peer: the same echo; target 0.42',
    ),
    row(
      'http-vs-tx',
      'split',
      'transaction',
      'peer: one transaction an order through the same API in one process; target 4',
    ),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
}
