import { join } from 'node:path';
import { startPostgres } from '../postgres/launch.ts';
import { leaseDatabase } from '../postgres/lease.ts';
import { createLifecycle } from './lifecycle.ts';

export interface DatabaseOptions {
  /** A server of one's own; null for the embedded one. */
  readonly databaseUrl: string | null;
  /** The folder of everything that is kept. */
  readonly dataDir: string;
  readonly say: (line: string) => void;
  /** Hears of what does not stop cleanly. */
  readonly report: (line: string) => void;
  /** Called when the database is lost while running. */
  readonly onLost: (reason: string) => void;
}

export interface Database {
  /** Where it is reached, once it runs and is held for this program. Rejects with a StartupError. */
  readonly connectionString: Promise<string>;
  /** Lets the database go, and stops the embedded one. */
  stop(): Promise<void>;
}

/** Begins to start PostgreSQL, or to reach one's own, and to hold it against a second program. */
export function beginDatabase({ databaseUrl, dataDir, say, report, onLost }: DatabaseOptions): Database {
  const lifecycle = createLifecycle(report);

  const embedded = async (): Promise<string> => {
    const postgres = await lifecycle.stage(
      'PostgreSQL',
      () => startPostgres({ dataDir: join(dataDir, 'postgres'), log: say }),
      (running) => running.stop(),
    );
    postgres.exited.then((said) => {
      if (said !== null) onLost(`PostgreSQL ended by itself. It said: ${said}`);
    });
    return postgres.connectionString;
  };
  const connect = async (): Promise<string> => {
    const connectionString = databaseUrl ?? (await embedded());
    await lifecycle.stage(
      'the database lease',
      () => leaseDatabase(connectionString, onLost),
      (lease) => lease.release(),
    );
    return connectionString;
  };

  const connectionString = connect();
  // Whoever needs it hears of a failure; until then it waits here.
  connectionString.catch(() => {});
  return { connectionString, stop: () => lifecycle.stop() };
}
