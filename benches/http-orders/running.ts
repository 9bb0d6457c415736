/** The servers of the HTTP benches and the loads on them, each a process of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Client } from 'pg';
import { startPostgres } from '../../apps/server/base/postgres/launch.ts';
import { environmentOf, nodeFlags } from '../../apps/server/program/start/node-flags.ts';
import type { LoadRequest, LoadResult } from './load.ts';
import { cpuUsIn, cpuUsOf } from './processes.ts';
import type { ListenerKind } from './server.ts';
import { settle } from './settle.ts';

/**
 * `one` is the exchange in one process. `split` has the same rooms as a core and a door, and `split-projected` also
 * the process that writes read models. The others are peers.
 */
export type ServerKind = 'one' | 'split' | 'split-projected' | 'transaction' | 'echo';

/** The processes of a server by their task; `door` is the one that listens. */
export type Role = 'core' | 'door' | 'history';

export interface RunningServer {
  readonly processes: ReadonlyMap<Role, ChildProcess>;
  readonly port: number;
  readonly tokens: readonly string[];
  /** PostgreSQL's working folder. */
  readonly postgresFolder: string;
}

export interface RunningHouse {
  readonly connectionString: string;
  readonly servers: ReadonlyMap<ServerKind, RunningServer>;
  /** Brings PostgreSQL to rest, so that what the last server left to it falls on no other's turn. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** One PostgreSQL with these servers on it, each with a database of its own and one user a connection. */
export async function startServers(
  kinds: readonly ServerKind[],
  users: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningHouse> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'candor-bench-')));
  const postgres = await startPostgres({ dataDir, log: () => {}, environment });
  const { connectionString } = postgres;
  const servers = new Map<ServerKind, RunningServer>();
  const stop = async () => {
    // Doors stop before the core that they use.
    for (const { processes } of servers.values())
      for (const running of [...processes.values()].toReversed()) await end(running);
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    for (const kind of kinds) servers.set(kind, await startServer(kind, users, connectionString, dataDir));
    const own = kinds.map((kind) => ownDatabase(connectionString, kind));
    const written = { folder: dataDir, connectionStrings: [connectionString, ...own] };
    return { connectionString, servers, settle: () => settle(written), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const nameOf = (kind: ServerKind): string => `bench_${kind.replace('-', '_')}`;

const ownDatabase = (connectionString: string, kind: ServerKind): string =>
  connectionString.replace('/candor?', `/${nameOf(kind)}?`);

function child(file: string, args: readonly string[] = [], role: Role | null = null): ChildProcess {
  return fork(join(import.meta.dirname, file), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [...process.execArgv, ...(role === null ? [] : nodeFlags[role])],
    env: role === null ? process.env : environmentOf(role, process.env),
  });
}

async function end(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return;
  const gone = once(running, 'exit');
  running.disconnect();
  await gone;
}

/** Returns the first message of a process, which it sends when it is ready. */
async function said<T>(running: ChildProcess): Promise<T> {
  const [message] = await Promise.race([once(running, 'message'), once(running, 'exit').then(refuse)]);
  return message as T;
}

function refuse(): never {
  throw new Error('a process of the bench ended by itself');
}

async function startServer(
  kind: ServerKind,
  users: number,
  connectionString: string,
  dataDir: string,
): Promise<RunningServer> {
  const name = nameOf(kind);
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const own = ownDatabase(connectionString, kind);
  const processes = new Map<Role, ChildProcess>();
  const start = async <T>(role: Role, file: string, args: readonly string[]): Promise<T> => {
    // The peers, which listen as a door does, get its flags too.
    const running = child(file, args, role);
    processes.set(role, running);
    return said<T>(running);
  };
  const isSplit = kind === 'split' || kind === 'split-projected';
  const path = join(dataDir, `${name}.sock`);
  try {
    if (isSplit) await start('core', 'core.ts', [own, String(users), path]);
    const listener: ListenerKind = isSplit ? 'door' : kind;
    const at = await start<Pick<RunningServer, 'port' | 'tokens'>>('door', 'server.ts', [
      listener,
      own,
      String(users),
      path,
    ]);
    if (kind === 'split-projected') await start('history', 'history.ts', [own, path]);
    return { ...at, processes, postgresFolder: dataDir };
  } catch (error) {
    for (const running of processes.values()) await end(running);
    throw error;
  }
}

/** The processor time per order in microseconds, by process. */
export interface CpuPerOrder extends Partial<Record<Role, number>> {
  /** The sum over all processes of the server. */
  readonly server: number;
  readonly postgres: number;
  readonly load: number;
}

/** The result of a load, and the processor time used per order. */
export interface Loaded extends LoadResult {
  readonly cpuUsPerOrder: CpuPerOrder;
}

/** Loads a server for so long. Throws where it refused more than one order in twenty. */
export async function load(
  server: RunningServer,
  how: Pick<LoadRequest, 'connections' | 'seconds' | 'perSecond'>,
): Promise<Loaded> {
  const before = await cpuUs(server);
  const result = await sendOrders({ port: server.port, tokens: server.tokens, ...how });
  const after = await cpuUs(server);
  const used = [...after].map(([who, us]) => [who, (us - (before.get(who) ?? 0)) / result.answered] as const);
  const of = Object.fromEntries(used) as Record<Role | 'postgres', number>;
  const roles = [...server.processes.keys()];
  const total = roles.reduce((sum, role) => sum + of[role], 0);
  return { ...result, cpuUsPerOrder: { ...of, server: total, load: result.cpuUs / result.answered } };
}

/** Sends orders from a separate process. Throws if more than one in twenty was refused. */
export async function sendOrders(request: LoadRequest): Promise<LoadResult> {
  const driver = child('load.ts');
  driver.send(request);
  const result = await said<LoadResult>(driver);
  await end(driver);
  if (result.refused > result.accepted / 20)
    throw new Error(`${result.refused} orders were refused, the first with ${result.firstRefusal}`);
  return result;
}

async function cpuUs({
  processes,
  postgresFolder,
}: RunningServer): Promise<ReadonlyMap<Role | 'postgres', number>> {
  const times = new Map<Role | 'postgres', number>();
  for (const [role, { pid = 0 }] of processes) times.set(role, await cpuUsOf(pid));
  return times.set('postgres', await cpuUsIn(postgresFolder));
}

export const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
