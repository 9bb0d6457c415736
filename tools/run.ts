import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The folder of the project. */
export const root = join(import.meta.dirname, '..');

const running = new Set<ChildProcess>();
/** Runs a command that the system ends when this process dies, even by SIGKILL. */
const GUARD = ['setpriv', '--pdeathsig', 'TERM', '--'] as const;
const PARENT_CHECK_MS = 500;
let guard: readonly string[] | null = null;
let isStopping = false;

export interface Ran {
  readonly code: number;
  /** Standard output and error as they came, and the signal that ended the program. Without the output where a terminal showed it. */
  readonly output: string;
}

export interface RunOptions {
  /** Shows the output while it comes. */
  readonly show?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/** Runs a program to its end. A code other than 0 is the caller's to judge; a program that is not there throws. */
export function run(file: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  if (isStopping) return Promise.reject(new Error('stopped'));
  guard ??= spawnSync(GUARD[0], [...GUARD.slice(1), 'true']).status === 0 ? GUARD : [];
  const [command, ...rest] = [...guard, file, ...args];
  // a terminal is passed on as it is, so that the program sees one
  const stdio = options.show && process.stdout.isTTY ? 'inherit' : 'pipe';
  const child = spawn(command!, rest, {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', stdio, stdio],
  });
  running.add(child);
  const chunks: Buffer[] = [];
  const keep = (chunk: Buffer, shown: NodeJS.WriteStream) => {
    chunks.push(chunk);
    if (options.show) shown.write(chunk);
  };
  child.stdout?.on('data', (chunk: Buffer) => keep(chunk, process.stdout));
  child.stderr?.on('data', (chunk: Buffer) => keep(chunk, process.stderr));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      running.delete(child);
      const note = signal === null ? '' : `\nended by ${signal}`;
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() + note });
    });
  });
}

/** Runs a tool of node_modules on this Node. */
export function runTool(script: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return run(process.execPath, [join(root, 'node_modules', script), ...args], options);
}

/** Keeps all that it allocates, most of which lives to the end anyway, but on a machine of little memory. */
const TYPES_MEMORY = { GOGC: 'off', GOMEMLIMIT: '2GiB' };

/**
 * Runs the type checker. One checker looks at a type once: several of them, the default, each resolve what their files
 * share, which takes twice the processor time and gains nothing where other work fills the cores.
 */
export function runTypes(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const env = { ...TYPES_MEMORY, ...options.env };
  return runTool('typescript/bin/tsc', [...args, '--checkers', '1'], { ...options, env });
}

/** Passes a stop on to whatever runs, starts nothing more, and ends when all of it has ended. An npm that started this and dies is a stop too. */
export function forwardSignals(): void {
  const stop = (signal: NodeJS.Signals) => {
    process.exitCode = 130;
    isStopping = true;
    const endIfAlone = () => {
      if (running.size === 0) process.exit();
    };
    endIfAlone();
    for (const child of running) {
      child.once('close', endIfAlone);
      child.kill(signal);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, PARENT_CHECK_MS);
  watch.unref();
}
