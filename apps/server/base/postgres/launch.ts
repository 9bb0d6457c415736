import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { explainFileError, noSpace, StartupError } from '../errors/startup-error.ts';
import { type Binaries, findBinaries, postgresMajor } from './binaries.ts';
import { clearOrphan, endPostmaster } from './orphan.ts';
import { createRunner, type Runner } from './runner.ts';
import { settings } from './settings.ts';
import { makeSocketDir } from './socket-dir.ts';

export interface PostgresOptions {
  /** The folder that holds the cluster, its socket and its log. Made if missing. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** More variables for the server process, such as a library to preload. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The folder of the socket, from a run that ended by itself; clients reconnect where they were. */
  readonly socketDir?: string;
}

/** Unexpected end of the server process, when nobody asked it to stop. */
export interface PostgresEnd {
  /** The signal that killed it, or its exit code. */
  readonly how: string;
  /** The last lines of its log. */
  readonly said: string;
}

export interface Postgres {
  /** Connects to the database `candor` as its owner, over a unix socket that only this user can reach. */
  readonly connectionString: string;
  /** The folder of the socket, which only `stop` removes. */
  readonly socketDir: string;
  readonly pid: number;
  /** Resolves when the server process is gone: to null if `stop` was called. */
  readonly exited: Promise<PostgresEnd | null>;
  /** Stops the server cleanly (no more connections, checkpoint) and resolves when its process is gone. */
  stop(): Promise<void>;
}

/** The server was ended by a signal while it started. */
export class PostgresKilled extends Error {
  constructor(signal: NodeJS.Signals) {
    super(`PostgreSQL was ended by ${signal} while starting`);
    this.name = 'PostgresKilled';
  }
}

const startPatienceMs = 120_000;
const logMaxBytes = 8_000_000;

/**
 * Starts the embedded PostgreSQL on `dataDir`, making its cluster at the first start. It runs in a process group of
 * its own and goes down by itself when this process dies. Throws StartupError for what a person can mend.
 */
export async function startPostgres({
  dataDir,
  log,
  environment: more = {},
  socketDir,
}: PostgresOptions): Promise<Postgres> {
  const binaries = await findBinaries();
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await refuseForeign(dataDir);
    const folder = await realpath(dataDir);
    const runner = await createRunner(binaries.postgres, folder);
    const cluster = join(folder, 'cluster');
    if (existsSync(cluster)) await clearOrphan(cluster, log);
    else if (socketDir !== undefined) throw clusterGone(cluster);
    else await makeCluster(binaries, runner, folder, log);
    await refuseOtherMajor(cluster);
    await writeFile(join(cluster, 'candor.conf'), settings());
    return await launch(binaries, runner, folder, { more, socketDir });
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

/** A running program goes on with the cluster that it began with; a new one would be an empty exchange. */
function clusterGone(cluster: string): StartupError {
  return new StartupError('POSTGRES_FAILED', `The database's folder ${cluster} is gone. Bring it back.`);
}

async function refuseForeign(dataDir: string): Promise<void> {
  const { uid } = await stat(dataDir);
  const me = process.getuid?.();
  if (uid !== me && me !== 0)
    throw new StartupError(
      'DATA_FOLDER_FOREIGN',
      `The data folder ${dataDir} belongs to another user (number ${uid}; this process runs as ${me}). ` +
        'Run Candor as that user, or set CANDOR_DATA to a folder of your own.',
    );
}

async function refuseOtherMajor(cluster: string): Promise<void> {
  const major = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (major !== String(postgresMajor))
    throw new StartupError(
      'DATA_FOLDER_NEWER',
      `${cluster} ${major === '' ? 'is not a PostgreSQL cluster' : `was made by PostgreSQL ${major}`}, and this ` +
        `version of Candor runs PostgreSQL ${postgresMajor}. Set CANDOR_DATA to another folder, or go back to the ` +
        'version of Candor that made it.',
    );
}

/** Runs initdb beside the final place, so that an interrupted first start leaves no half cluster. */
async function makeCluster(binaries: Binaries, runner: Runner, folder: string, log: (line: string) => void) {
  log('Making the database (once)');
  const draft = join(folder, 'cluster.new');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await runner.own(draft);
  const { file, args } = runner.command(binaries.initdb, [
    '--pgdata',
    draft,
    '--username',
    'candor',
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--no-locale',
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'C.UTF-8',
    '--no-instructions',
  ]);
  try {
    await promisify(execFile)(file, args, { cwd: folder, env: environment(), maxBuffer: 1 << 24 });
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? error);
    await rm(draft, { recursive: true, force: true }).catch(() => {});
    throw explainOutput(said, folder, error);
  }
  // Host-based access is by socket only, and the socket lies in a folder that only this user can enter.
  await writeFile(join(draft, 'pg_hba.conf'), 'local all all trust\n');
  await writeFile(join(draft, 'postgresql.conf'), "include 'candor.conf'\n");
  await rename(draft, join(folder, 'cluster'));
}

async function launch(
  binaries: Binaries,
  runner: Runner,
  folder: string,
  { more, socketDir: given }: { more: Readonly<Record<string, string>>; socketDir: string | undefined },
): Promise<Postgres> {
  const cluster = join(folder, 'cluster');
  const logPath = join(folder, 'postgres.log');
  const socketDir = given ?? (await makeSocketDir(folder, runner));
  const logFile = await openLog(logPath);
  const logStart = (await logFile.stat()).size;
  const { file, args } = runner.command(binaries.postgres, [
    '-D',
    cluster,
    '-c',
    `unix_socket_directories=${socketDir}`,
  ]);
  const child = spawn(file, args, {
    cwd: cluster,
    detached: true,
    env: { ...environment(), ...more },
    stdio: ['ignore', logFile.fd, logFile.fd],
  });
  let stopping = false;
  const said = async () => (await readFile(logPath)).subarray(logStart).toString().trim();
  const exited = (async (): Promise<PostgresEnd | null> => {
    const how = await new Promise<string>((resolve) => {
      child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
      child.once('error', (error) => resolve(error.message));
    });
    await logFile.close();
    return stopping ? null : { how, said: (await said()).split('\n').slice(-5).join('\n') };
  })();

  const pid = await started(child);
  const stop = async () => {
    stopping = true;
    await endPostmaster(pid, () => child.exitCode === null && child.signalCode === null);
    await exited;
    if (socketDir !== folder) await rm(socketDir, { recursive: true, force: true });
  };
  try {
    await ready(child, cluster);
    const connectionString = `postgresql://candor@/candor?host=${encodeURIComponent(socketDir)}`;
    await makeDatabase(connectionString);
    return { connectionString, socketDir, pid, exited, stop };
  } catch (error) {
    if (given === undefined) await stop();
    else await endPostmaster(pid, () => child.exitCode === null && child.signalCode === null);
    throw explainOutput(await said(), folder, error);
  }
}

async function started(child: ChildProcess): Promise<number> {
  if (child.pid === undefined) await once(child, 'spawn');
  return child.pid as number;
}

/** The postmaster writes its state into the eighth line of its pid file, which is what pg_ctl waits for too. */
async function ready(child: ChildProcess, cluster: string): Promise<void> {
  const untilMs = Date.now() + startPatienceMs;
  while (Date.now() < untilMs) {
    if (child.signalCode !== null) throw new PostgresKilled(child.signalCode);
    if (child.exitCode !== null) throw new Error('PostgreSQL ended while starting');
    const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
    if (text.split('\n')[7]?.trim() === 'ready') return;
    await sleep(10);
  }
  throw new Error(`PostgreSQL was not ready after ${startPatienceMs / 1000} seconds`);
}

async function makeDatabase(connectionString: string): Promise<void> {
  const client = new Client({ connectionString: connectionString.replace('/candor?', '/postgres?') });
  // The statement that was running fails and says so.
  client.on('error', () => {});
  await client.connect();
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = 'candor'");
    if (found.rowCount === 0) await client.query('CREATE DATABASE candor');
  } finally {
    await client.end();
  }
}

async function openLog(path: string) {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > logMaxBytes) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}

/** Nothing of the caller's PG* variables and locale reaches the server. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

function explainOutput(said: string, folder: string, cause: unknown): Error {
  if (/No space left on device|Disk quota exceeded/i.test(said)) return noSpace(folder, cause);
  if (/Read-only file system|Permission denied/i.test(said))
    return new StartupError(
      'DATA_FOLDER_READ_ONLY',
      `PostgreSQL cannot write to ${folder}: ${lastLine(said)}. Give the user who runs Candor write access to it, ` +
        'or set CANDOR_DATA to another folder.',
      { cause },
    );
  const reason = lastLine(said) || (cause instanceof Error ? cause.message : String(cause));
  return new StartupError(
    'POSTGRES_FAILED',
    `The embedded PostgreSQL did not start: ${reason}. Its log is ${join(folder, 'postgres.log')}.`,
    { cause },
  );
}

function lastLine(text: string): string {
  const lines = text.trim().split('\n');
  const telling = lines.filter((line) => /FATAL|PANIC|error:/i.test(line));
  return (telling.at(-1) ?? lines.at(-1) ?? '').trim();
}
