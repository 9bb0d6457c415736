/** The servers of the HTTP benches and the loads on them, each a process of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '../../apps/server/postgres/launch.ts';
import type { LoadRequest, LoadResult } from './load.ts';
import type { ServerKind } from './server.ts';

export interface RunningServer {
  readonly process: ChildProcess;
  readonly port: number;
  readonly tokens: readonly string[];
}

export interface RunningHouse {
  readonly connectionString: string;
  readonly servers: ReadonlyMap<ServerKind, RunningServer>;
  stop(): Promise<void>;
}

/** One PostgreSQL with these servers on it, each with a database of its own and one user a connection. */
export async function startServers(
  kinds: readonly ServerKind[],
  users: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningHouse> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  const postgres = await startPostgres({ dataDir, log: () => {}, environment });
  const servers = new Map<ServerKind, RunningServer>();
  const stop = async () => {
    for (const { process: server } of servers.values()) {
      const gone = once(server, 'exit');
      server.disconnect();
      await gone;
    }
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    for (const kind of kinds) servers.set(kind, await startServer(kind, users, postgres.connectionString));
    return { connectionString: postgres.connectionString, servers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function child(file: string, args: readonly string[] = []): ChildProcess {
  return fork(join(import.meta.dirname, file), args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

async function startServer(
  kind: ServerKind,
  users: number,
  connectionString: string,
): Promise<RunningServer> {
  const name = `bench_${kind}`;
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const own = connectionString.replace('/candor?', `/${name}?`);
  const server = child('server.ts', [kind, own, String(users)]);
  const [message] = await Promise.race([once(server, 'message'), once(server, 'exit').then(refuse)]);
  return { process: server, ...(message as { port: number; tokens: readonly string[] }) };
}

function refuse(): never {
  throw new Error('a process of the bench ended by itself');
}

/** What a load saw, and the processor's time that the server took for each order. */
export interface Loaded extends LoadResult {
  readonly cpuUsPerOrder: number;
}

/** Loads a server for so long. Throws where it refused more than one order in twenty. */
export async function load(
  server: RunningServer,
  how: Pick<LoadRequest, 'connections' | 'seconds' | 'perSecond'>,
): Promise<Loaded> {
  const cpuBeforeUs = await cpuUs(server);
  const driver = child('load.ts');
  driver.send({ port: server.port, tokens: server.tokens, ...how } satisfies LoadRequest);
  const [message] = await Promise.race([once(driver, 'message'), once(driver, 'exit').then(refuse)]);
  const cpuUsed = (await cpuUs(server)) - cpuBeforeUs;
  driver.disconnect();
  await once(driver, 'exit');
  const result = message as LoadResult;
  if (result.refused > result.accepted / 20)
    throw new Error(`${result.refused} orders were refused, the first with ${result.firstRefusal}`);
  return { ...result, cpuUsPerOrder: cpuUsed / result.answered };
}

async function cpuUs({ process: server }: RunningServer): Promise<number> {
  server.send('cpu');
  const [message] = await once(server, 'message');
  return (message as { cpuUs: number }).cpuUs;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
