/**
 * Steps of a start that go on through the death of the database.
 *
 * Invariant: each step may run twice, and may have been done although its answer was lost: a read, a transaction that
 * finds its own work, or a write under a key.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { StartupError } from '../errors/startup-error.ts';
import { Stopping } from '../work/lifecycle.ts';
import { isDatabaseAway } from './away.ts';

/** A server that recovers may take so long. */
export const RECOVERY_PATIENCE_MS = 120_000;
const RETRY_MS = 200;

export interface PatienceOptions {
  /** Receives one line when the database is away, and one when it is back, however many steps wait. */
  readonly log: (line: string) => void;
  /** Aborted when the program stops. */
  readonly signal: AbortSignal;
  /** Time from the first failure of a step until the start is given up. */
  readonly patienceMs?: number;
}

/**
 * Runs a step of a start, and runs it again while the database is away or `isPassing` says that its error passes by itself.
 * @throws StartupError DATABASE_UNREACHABLE if that lasts too long; Stopping if the program stops meanwhile
 */
export type Patience = <T>(step: () => Promise<T>, isPassing?: (error: unknown) => boolean) => Promise<T>;

/** Makes the patience of one process: its steps share the lines of the log. */
export function createPatience(options: PatienceOptions): Patience {
  const { log, signal, patienceMs = RECOVERY_PATIENCE_MS } = options;
  let waiting = 0;
  return async (step, isPassing = () => false) => {
    let endMs: number | null = null;
    try {
      for (;;) {
        try {
          return await step();
        } catch (error) {
          if (!isAway(error) && !isPassing(error)) throw error;
          if (signal.aborted) throw new Stopping();
          if (endMs === null) {
            endMs = performance.now() + patienceMs;
            if (waiting === 0) log(`The database is away, and the start waits for it: ${wordsOf(error)}`);
            waiting += 1;
          }
          if (performance.now() >= endMs) throw awayTooLong(error, patienceMs);
        }
        await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
        if (signal.aborted) throw new Stopping();
      }
    } finally {
      if (endMs !== null) waiting -= 1;
      if (endMs !== null && waiting === 0) log('The start waits for the database no longer');
    }
  };
}

const patiences = new WeakMap<Pool, Patience>();

/** Lets the steps of a start that are given this pool wait for its database. */
export function startsPatiently(pool: Pool, patience: Patience): void {
  patiences.set(pool, patience);
}

/** Runs a step of a start with the patience of its pool; once where the pool has none. */
export const patiently: <T>(pool: Pool, step: () => Promise<T>) => Promise<T> = (pool, step) =>
  patiences.get(pool)?.(step) ?? step();

/** An error of a room that wraps the driver's names it as its cause. */
function isAway(error: unknown): boolean {
  return isDatabaseAway(error) || isDatabaseAway((error as { readonly cause?: unknown } | null)?.cause);
}

function awayTooLong(cause: unknown, patienceMs: number): StartupError {
  return new StartupError(
    'DATABASE_UNREACHABLE',
    `The database was away for ${patienceMs / 1_000} seconds of the start (${wordsOf(cause)}). ` +
      'Check that its server runs and accepts connections, and start again.',
    { cause },
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return wordsOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
