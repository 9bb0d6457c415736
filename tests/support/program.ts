import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endWithMe } from './end-with-me.ts';
import { madeOnce } from './made-once.ts';
import { PATIENCE_MS } from './patience.ts';
import { keepLog } from './test-logs.ts';

/** The folder of the project. */
export const root = join(import.meta.dirname, '..', '..');

export interface ProgramOptions {
  /** Folder in which it keeps everything; a fresh temporary folder if not given. */
  readonly dataDir?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly args?: readonly string[];
  /** The command line in place of the server's own. */
  readonly command?: readonly [string, ...string[]];
  readonly cwd?: string;
}

export interface RunningProgram {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly dataDir: string;
  /** Returns its output so far, standard output and error. */
  output(): string;
  /** Resolves when it says that it is ready; rejects with its output when it ends before. */
  ready(): Promise<Addresses>;
  /** Resolves when the process is gone, to its exit code or to its signal's name. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

export interface Addresses {
  readonly url: string;
  readonly consoleUrl: string;
  readonly metricsUrl: string;
}

/** Time that a program may take to start on a busy machine. */
export const startPatienceMs = 600_000;
/** Below the ports that the system assigns. */
const FIRST_QUIET_PORT = 20_000;
const QUIET_PORTS = 12_000;
const everStarted = new Set<ChildProcess>();

/** Starts the server as a process of its own, in a process group of its own, on free ports. */
export async function startProgram(options: ProgramOptions = {}): Promise<RunningProgram> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'candor-data-')));
  const command = options.command ?? [process.execPath, 'apps/server/main.ts', '--without-pages'];
  const child = spawn(command[0], [...command.slice(1), ...(options.args ?? [])], {
    cwd: options.cwd ?? root,
    detached: true,
    env: {
      ...cleanEnvironment(),
      CANDOR_DATA: dataDir,
      PORT: '0',
      CONSOLE_PORT: '0',
      METRICS_PORT: '0',
      PRACTICE_CHAIN: 'no',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  everStarted.add(child);
  endWithMe(child, { group: true });
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      keepLog(child.pid ?? 0, said);
      resolve(code ?? signal ?? 1);
    });
  });
  return {
    child,
    pid: child.pid ?? 0,
    dataDir,
    output: () => said,
    ended,
    ready: () => waitForAddresses(() => said, child),
  };
}

async function waitForAddresses(said: () => string, child: ChildProcess): Promise<Addresses> {
  const untilMs = Date.now() + startPatienceMs;
  while (Date.now() < untilMs) {
    const url = /^ *Customer app +(http:\S+)$/m.exec(said())?.[1];
    const consoleUrl = /^ *Operator console +(http:\S+)$/m.exec(said())?.[1];
    const metricsUrl = /^ *Metrics +(http:\S+)$/m.exec(said())?.[1] ?? '';
    if (url !== undefined && consoleUrl !== undefined) return { url, consoleUrl, metricsUrl };
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It ended early:\n${said()}`);
    await sleep(25);
  }
  throw new Error(`It was not ready in time:\n${said()}`);
}

/** Returns free ports that the system does not assign by itself, for a program whose processes return to them. */
export async function quietPorts(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const port = FIRST_QUIET_PORT + Math.floor(Math.random() * QUIET_PORTS);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    if (!found.includes(port)) found.push(port);
  }
  return found;
}

/** Returns the running processes of a program by name, from its process file. */
export async function processesOf(dataDir: string): Promise<ReadonlyMap<string, number>> {
  const rows: unknown = JSON.parse(await readFile(join(dataDir, 'processes.json'), 'utf8'));
  const running = (rows as { name: string; pid: number | null }[]).filter(({ pid }) => pid !== null);
  return new Map(running.map(({ name, pid }) => [name, pid!]));
}

/** Waits until the server at `url` says that it is ready, also while its door is away. */
export async function untilReady(url: string): Promise<void> {
  const untilMs = Date.now() + startPatienceMs;
  for (;;) {
    const seen = await readiness(url);
    if (seen === null) return;
    if (Date.now() > untilMs) throw new Error(`It is not ready: ${seen}`);
    await sleep(25);
  }
}

/** Returns why the server is not ready, or null if it is. */
async function readiness(url: string): Promise<string | null> {
  try {
    const response = await fetch(`${url}/readyz`);
    const text = await response.text();
    // a part that not all need may be away while it is ready
    const { degraded = {} } = JSON.parse(text) as { readonly degraded?: object };
    return response.status === 200 && Object.keys(degraded).length === 0 ? null : text;
  } catch (error) {
    // a door that is killed answers nobody; `fetch` rejects with a TypeError for that, and for nothing else here
    if (error instanceof TypeError) return String(error.cause ?? error);
    throw error;
  }
}

let ownRunFolder: Promise<string> | null = null;

/** Returns the folder that all files of a test run share. A program outside of one gets a folder for itself. */
async function runFolder(): Promise<string> {
  if (process.env.CANDOR_TEST_RUN !== undefined) return process.env.CANDOR_TEST_RUN;
  ownRunFolder ??= mkdtemp(join(tmpdir(), 'candor-run-'));
  return ownRunFolder;
}

/** Removes what `begunDataDir` keeps for a program outside of a test run. */
export async function removeBegun(): Promise<void> {
  if (ownRunFolder !== null) await rm(await ownRunFolder, { recursive: true, force: true });
  ownRunFolder = null;
}

/**
 * Returns a data folder in which a server has run before, so that a start on it makes nothing: a copy of one that the
 * first call of the whole run makes. `endAll` removes the copy.
 */
export async function begunDataDir(): Promise<string> {
  const begun = join(await runFolder(), 'begun');
  await madeOnce(begun, () => firstRun(begun));
  const copy = await mkdtemp(join(tmpdir(), 'candor-data-'));
  // Node's own copies take thrice the processor time, or do not keep the permissions that PostgreSQL wants
  await promisify(execFile)('cp', ['-a', `${begun}/.`, copy]);
  return copy;
}

async function firstRun(begun: string): Promise<void> {
  const dataDir = await mkdtemp(`${begun}-`);
  const program = await startProgram({ dataDir });
  await program.ready();
  program.child.kill('SIGTERM');
  await program.ended;
  await rename(dataDir, begun);
}

/** Nothing of the caller's settings reaches a program under test, but where compiled code is kept. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(CANDOR_|DATABASE_URL|PORT$|CONSOLE_PORT|HOST$|CONSOLE_HOST|NODE_(?!COMPILE_CACHE)|VITEST|npm_lifecycle|TEST$)/.test(
        name,
      ),
  );
  return Object.fromEntries(kept);
}

/** The processes that work inside `folder`, which is how PostgreSQL's are told. */
export async function processesIn(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, index) => places[index]?.startsWith(`${folder}/`)).map(Number);
}

/** Waits until nothing works inside `folder` any more; gives what is left after `patienceMs`. */
export async function untilNobodyIn(folder: string, patienceMs = PATIENCE_MS): Promise<number[]> {
  const untilMs = Date.now() + patienceMs;
  let left = await processesIn(folder);
  while (left.length > 0 && Date.now() < untilMs) {
    await sleep(50);
    left = await processesIn(folder);
  }
  return left;
}

/** Ends whatever a failed test left running and removes its data. */
export async function endAll(...dataDirs: string[]): Promise<void> {
  for (const child of everStarted) {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }
  everStarted.clear();
  for (const dataDir of dataDirs) {
    await untilNobodyIn(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
}
