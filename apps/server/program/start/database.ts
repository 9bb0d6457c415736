import { join } from 'node:path';
import { createPatience, type DatabaseLogins, refuseOtherSchemas } from '../../base/database/index.ts';
import { keepPostgres } from '../../base/postgres/keep.ts';
import { leaseDatabase } from '../../base/postgres/lease.ts';
import { embeddedLogins, grantRuntime } from '../../base/postgres/runtime-role.ts';
import { createLifecycle } from '../../base/work/lifecycle.ts';

export interface DatabaseOptions {
  /** The URL of an external server, or null for the embedded one. */
  readonly databaseUrl: string | null;
  /** The URL of the role that the processes work as on an external server; null where the owner works. */
  readonly databaseRuntimeUrl: string | null;
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
   * Resolves with the logins once the database runs and is reserved for this program. Rejects with a StartupError.
   */
  readonly logins: Promise<DatabaseLogins>;
  /** Releases the database, and stops the embedded one. */
  stop(): Promise<void>;
}

/** Starts PostgreSQL, or connects to an external one, and locks it against a second program. */
export function beginDatabase(options: DatabaseOptions): Database {
  const { databaseUrl, databaseRuntimeUrl, dataDir, say, report, onLost } = options;
  const lifecycle = createLifecycle(report);
  const patience = createPatience({ log: report, signal: lifecycle.signal });

  const embedded = async (): Promise<string> => {
    const postgres = await lifecycle.stage(
      'PostgreSQL',
      () => keepPostgres({ dataDir: join(dataDir, 'postgres'), log: say, report }),
      (running) => running.stop(),
    );
    return postgres.connectionString;
  };
  const connect = async (): Promise<DatabaseLogins> => {
    const logins =
      databaseUrl === null
        ? embeddedLogins(await embedded())
        : { owner: databaseUrl, runtime: databaseRuntimeUrl ?? databaseUrl };
    await lifecycle.stage(
      'the database lease',
      () => leaseDatabase(logins.owner, onLost, { isOwn: databaseUrl === null, patience }),
      (lease) => lease.release(),
    );
    await patience(() => refuseOtherSchemas(logins.owner));
    await patience(() => grantRuntime(logins, databaseUrl === null));
    if (logins.owner === logins.runtime)
      report('DATABASE_RUNTIME_URL is not set: the processes work as the owner of the tables.');
    return logins;
  };

  const logins = connect();
  // A caller that awaits it receives the failure; until then it must not count as unhandled.
  logins.catch(() => {});
  return { logins, stop: () => lifecycle.stop() };
}
