import { join } from 'node:path';
import { startPostgres } from '../postgres/launch.ts';
import { leaseDatabase } from '../postgres/lease.ts';
import { createLifecycle } from './lifecycle.ts';

export interface DatabaseOptions {
  /** The URL of an external server, or null for the embedded one. */
  readonly databaseUrl: string | null;
  /** The folder of all stored data. */
  readonly dataDir: string;
  readonly say: (line: string) => void;
  /** Receives errors of an unclean stop. */
  readonly report: (line: string) => void;
  /** Called when the database is lost while running. */
  readonly onLost: (reason: string) => void;
}

export interface Database {
  /**
   * Resolves with the connection string once the database runs and is reserved for this program. Rejects with a
   * StartupError.
   */
  readonly connectionString: Promise<string>;
  /** Releases the database, and stops the embedded one. */
  stop(): Promise<void>;
}

/** Starts PostgreSQL, or connects to an external one, and locks it against a second program. */
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
  // A caller that awaits it receives the failure; until then it must not count as unhandled.
  connectionString.catch(() => {});
  return { connectionString, stop: () => lifecycle.stop() };
}
