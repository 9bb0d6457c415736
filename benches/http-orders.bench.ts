/**
 * Durable orders a second over HTTP, acknowledged after their commit, against bare Fastify with the same body and
 * against one transaction an order through the same API; all on one PostgreSQL in one run.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { startPostgres } from '../apps/server/postgres/launch.ts';
import type { LoadRequest, LoadResult } from './http-orders/load.ts';
import type { ServerKind } from './http-orders/server.ts';
import type { BenchRow } from './row.ts';

const CONNECTIONS = 64;
const KINDS: readonly ServerKind[] = ['durable', 'projected', 'transaction', 'echo'];

interface Running {
  readonly process: ChildProcess;
  readonly port: number;
  readonly tokens: readonly string[];
}

function child(file: string, args: readonly string[] = []): ChildProcess {
  return fork(join(import.meta.dirname, 'http-orders', file), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

async function startServer(kind: ServerKind, connectionString: string): Promise<Running> {
  const name = `bench_${kind}`;
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const own = connectionString.replace('/candor?', `/${name}?`);
  const server = child('server.ts', [kind, own, String(CONNECTIONS)]);
  const [message] = await Promise.race([once(server, 'message'), once(server, 'exit').then(refuse)]);
  return { process: server, ...(message as { port: number; tokens: readonly string[] }) };
}

function refuse(): never {
  throw new Error('a server of the bench ended by itself');
}

async function load(server: Running, seconds: number): Promise<LoadResult> {
  const driver = child('load.ts');
  const request: LoadRequest = {
    port: server.port,
    connections: CONNECTIONS,
    tokens: server.tokens,
    seconds,
  };
  driver.send(request);
  const [result] = await once(driver, 'message');
  driver.disconnect();
  await once(driver, 'exit');
  return result as LoadResult;
}

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;

/** All rows; `quick` shortens the turns for a trial. */
export async function run(quick = false): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  const postgres = await startPostgres({ dataDir, log: () => {} });
  const servers = new Map<ServerKind, Running>();
  try {
    for (const kind of KINDS) servers.set(kind, await startServer(kind, postgres.connectionString));
    return rowsOf(await measure(servers, quick ? 2 : 6, quick ? 2 : 5));
  } finally {
    for (const { process: server } of servers.values()) {
      const gone = once(server, 'exit');
      server.disconnect();
      await gone;
    }
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Figures = ReadonlyMap<ServerKind, readonly LoadResult[]>;

/** Takes turns, so that what else the machine does falls on all alike. The first turn only warms up. */
async function measure(
  servers: ReadonlyMap<ServerKind, Running>,
  seconds: number,
  turns: number,
): Promise<Figures> {
  const figures = new Map<ServerKind, LoadResult[]>();
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const kind of turn % 2 === 0 ? KINDS : KINDS.toReversed()) {
      const result = await load(servers.get(kind) as Running, seconds);
      if (result.refused > result.accepted / 20) {
        throw new Error(`${kind} refused ${result.refused} orders, the first with ${result.firstRefusal}`);
      }
      if (turn > 0) figures.set(kind, [...(figures.get(kind) ?? []), result]);
    }
  }
  return figures;
}

function rowsOf(figures: Figures): BenchRow[] {
  const rate = (kind: ServerKind) =>
    median((figures.get(kind) ?? []).map(({ accepted, seconds }) => accepted / seconds));
  const p = (kind: ServerKind, of: 'p50Ms' | 'p99Ms') =>
    median((figures.get(kind) ?? []).map((result) => result[of])).toFixed(1);
  const row = (name: string, ours: ServerKind, peer: ServerKind, what: string): BenchRow => ({
    name,
    ours: Math.round(rate(ours)),
    peer: Math.round(rate(peer)),
    ratio: Number((rate(ours) / rate(peer)).toFixed(2)),
    unit: 'orders/s',
    note: `${what}; ${CONNECTIONS} connections, p50 ${p(ours, 'p50Ms')} ms, p99 ${p(ours, 'p99Ms')} ms; median of alternating turns`,
  });
  return [
    row(
      'http-durable',
      'durable',
      'echo',
      'acknowledged after commit; peer: bare Fastify that echoes the body',
    ),
    row('http-projected', 'projected', 'echo', 'with read models written alongside; peer: the same echo'),
    row('http-vs-tx', 'durable', 'transaction', 'peer: one transaction an order through the same API'),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
}
