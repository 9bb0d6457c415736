import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '../database/away.ts';
import { type Postgres, PostgresKilled, type PostgresOptions, startPostgres } from './launch.ts';

export interface KeepOptions extends PostgresOptions {
  /** Receives one line when the server ended by itself, and one for each new reason why it does not start. */
  readonly report: (line: string) => void;
}

/** A server that is started again whenever it ends by itself. */
export type KeptPostgres = Pick<Postgres, 'connectionString' | 'stop'>;

/** Pauses before a start, by the number of failed starts or short runs before it. */
const PAUSES_MS = [0, 100, 200, 400, 800, 1_600, 3_200, 5_000];
/** Starts of a server that is killed before it has answered. */
const FIRST_STARTS = 3;
/** A server that ran for this long is started again without a pause. */
const LONG_LIFE_MS = 10_000;

/**
 * Starts the embedded PostgreSQL and keeps it running: clients reconnect to the same socket. Throws StartupError if the
 * first start fails; a later one is tried again until it succeeds, for its cause (such as a full disk) may pass.
 */
export async function keepPostgres({ report, ...options }: KeepOptions): Promise<KeptPostgres> {
  const stopping = new AbortController();
  let current = await startFirst(options, report);
  const { connectionString, socketDir } = current;

  const startAgain = async (failures: number): Promise<Postgres | null> => {
    let told = '';
    for (let failed = failures; !stopping.signal.aborted; failed += 1) {
      const pauseMs = PAUSES_MS[Math.min(failed, PAUSES_MS.length - 1)];
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) break;
      try {
        return await startPostgres({ ...options, socketDir });
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        if (why !== told) report(`postgres does not start: ${why}`);
        told = why;
      }
    }
    return null;
  };

  const keep = async (): Promise<void> => {
    let shortLives = 0;
    for (;;) {
      const bornMs = performance.now();
      const end = await current.exited;
      if (end === null) return;
      report(`postgres ended (${end.how}); it is started again`);
      const again = await startAgain(shortLives);
      if (again === null) return;
      shortLives = performance.now() - bornMs < LONG_LIFE_MS ? shortLives + 1 : 0;
      current = again;
      if (stopping.signal.aborted) return again.stop();
    }
  };

  const kept = keep();
  return {
    connectionString,
    stop: async () => {
      stopping.abort();
      await current.stop();
      await kept;
    },
  };
}

/** Starts the server for the first time. One that somebody kills meanwhile is started again, a few times. */
async function startFirst(options: PostgresOptions, report: KeepOptions['report']): Promise<Postgres> {
  for (let left = FIRST_STARTS; ; left -= 1)
    try {
      return await startPostgres(options);
    } catch (error) {
      const { cause } = error as { readonly cause?: unknown };
      if (left <= 1 || !(cause instanceof PostgresKilled || isDatabaseAway(cause))) throw error;
      report('postgres was killed while it started; it is started again');
    }
}
