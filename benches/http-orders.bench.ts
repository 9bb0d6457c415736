/**
 * Durable orders a second over HTTP, acknowledged after their commit, against bare Fastify with the same body and
 * against one transaction an order through the same API; all on one PostgreSQL in one run.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type Loaded, load, median, type RunningServer, startServers } from './http-orders/running.ts';
import type { ServerKind } from './http-orders/server.ts';
import type { BenchRow } from './row.ts';

const CONNECTIONS = 256;
const KINDS: readonly ServerKind[] = ['durable', 'projected', 'transaction', 'echo'];

/** All rows; `quick` shortens the turns for a trial. */
export async function run(quick = false): Promise<BenchRow[]> {
  const house = await startServers(KINDS, CONNECTIONS);
  try {
    return rowsOf(await measure(house.servers, quick ? 2 : 3, quick ? 3 : 7));
  } finally {
    await house.stop();
  }
}

type Figures = ReadonlyMap<ServerKind, readonly Loaded[]>;

/** Takes turns, so that what else the machine does falls on all alike. The first turn only warms up. */
async function measure(
  servers: ReadonlyMap<ServerKind, RunningServer>,
  seconds: number,
  turns: number,
): Promise<Figures> {
  const figures = new Map<ServerKind, Loaded[]>();
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const kind of turn % 2 === 0 ? KINDS : KINDS.toReversed()) {
      const server = servers.get(kind) as RunningServer;
      const result = await load(server, { connections: CONNECTIONS, seconds, perSecond: null });
      if (turn > 0) figures.set(kind, [...(figures.get(kind) ?? []), result]);
    }
  }
  return figures;
}

function rowsOf(figures: Figures): BenchRow[] {
  const rates = (kind: ServerKind) =>
    (figures.get(kind) ?? []).map(({ accepted, seconds }) => accepted / seconds);
  const p = (kind: ServerKind, of: 'p50Ms' | 'p99Ms' | 'cpuUsPerOrder') =>
    median((figures.get(kind) ?? []).map((result) => result[of])).toFixed(1);
  const row = (name: string, ours: ServerKind, peer: ServerKind, what: string): BenchRow => {
    const peers = rates(peer);
    const ratio = median(rates(ours).map((rate, turn) => rate / (peers[turn] as number)));
    return {
      name,
      ours: Math.round(median(rates(ours))),
      peer: Math.round(median(peers)),
      ratio: Number(ratio.toFixed(2)),
      unit: 'orders/s',
      note: `${what}; ${CONNECTIONS} connections, p50 ${p(ours, 'p50Ms')} ms, p99 ${p(ours, 'p99Ms')} ms; the server's CPU an order ${p(ours, 'cpuUsPerOrder')} µs, the peer's ${p(peer, 'cpuUsPerOrder')} µs; medians of ${peers.length} alternating turns, the ratio within each`,
    };
  };
  return [
    row(
      'http-durable',
      'durable',
      'echo',
      'acknowledged after commit; peer: bare Fastify that echoes the body; target 0.6',
    ),
    row(
      'http-projected',
      'projected',
      'echo',
      'with read models written alongside; peer: the same echo; target 0.35',
    ),
    row(
      'http-vs-tx',
      'durable',
      'transaction',
      'peer: one transaction an order through the same API; target 4',
    ),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
}
