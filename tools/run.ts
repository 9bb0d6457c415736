import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** The folder of the project. */
export const root = join(import.meta.dirname, '..');

const running = new Set<ChildProcess>();

export interface Ran {
  readonly code: number;
  /** Standard output and error as they came; empty when they were shown instead. */
  readonly output: string;
}

export interface RunOptions {
  /** Shows the output instead of keeping it. */
  readonly show?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/** Runs a program to its end. A code other than 0 is the caller's to judge; a program that is not there throws. */
export function run(file: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = spawn(file, args, {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', options.show ? 'inherit' : 'pipe', options.show ? 'inherit' : 'pipe'],
  });
  running.add(child);
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
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

/** Passes a stop on to whatever runs, and ends when that has ended. */
export function forwardSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      process.exitCode = 130;
      if (running.size === 0) process.exit();
      for (const child of running) {
        child.once('close', () => process.exit());
        child.kill(signal);
      }
    });
}
