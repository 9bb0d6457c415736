import { join } from 'node:path';
import { createLifecycle } from '../lifecycle.ts';
import { keepPostgres } from '../postgres/keep.ts';
import { leaseDatabase } from '../postgres/lease.ts';

export interface DatabaseOptions {
  /** The URL of an external server, or null for the embedded one. */
  readonly databaseUrl: string | null;
  /** The folder of all stored data. */
  readonly dataDir: string;
  readonly say: (line: string) => void;
  /** Receives errors of an unclean stop, and the ends of the embedded server. */
  readonly report: (line: string) => void;
  /** Called when another program took the database. */
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
      () => keepPostgres({ dataDir: join(dataDir, 'postgres'), log: say, report }),
      (running) => running.stop(),
    );
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
