import { join } from 'node:path';
import {
  createPatience,
  type DatabaseLogins,
  refuseOtherSchemas,
  requireSchemas,
} from '../../base/database/index.ts';
import { keepPostgres } from '../../base/postgres/keep.ts';
import { leaseDatabase } from '../../base/postgres/lease.ts';
import { embeddedLogins, grantRuntime } from '../../base/postgres/runtime-role.ts';
import { createLifecycle } from '../../base/work/lifecycle.ts';

export interface DatabaseOptions {
  /** The URL of the tables' owner on an external server, or null: the embedded one, or a server whose tables stand. */
  readonly databaseUrl: string | null;
  /** The URL of the role that the processes work as on an external server; null where the owner works, or it is embedded. */
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
  const isEmbedded = databaseUrl === null && databaseRuntimeUrl === null;
  const begunLogins = async (): Promise<DatabaseLogins> => {
    if (isEmbedded) return embeddedLogins(await embedded());
    const runtime = (databaseRuntimeUrl ?? databaseUrl)!;
    return { owner: databaseUrl ?? runtime, runtime };
  };
  /** Gives the role at work its rights as the owner. Without the owner's login all of it was done by `npm run migrate`. */
  const prepare = async (logins: DatabaseLogins): Promise<void> => {
    const isOwnerAway = !isEmbedded && databaseUrl === null;
    if (isOwnerAway) await patience(() => requireSchemas(logins.runtime));
    await patience(() => refuseOtherSchemas(logins));
    if (isOwnerAway) return;
    await patience(() => grantRuntime(logins, isEmbedded));
    if (logins.owner === logins.runtime)
      report('DATABASE_RUNTIME_URL is not set: the processes work as the owner of the tables.');
  };
  const connect = async (): Promise<DatabaseLogins> => {
    const logins = await begunLogins();
    await lifecycle.stage(
      'the database lease',
      () => leaseDatabase(logins.owner, onLost, { isOwn: isEmbedded, patience }),
      (lease) => lease.release(),
    );
    await prepare(logins);
    return logins;
  };

  const logins = connect();
  // A caller that awaits it receives the failure; until then it must not count as unhandled.
  logins.catch(() => {});
  return { logins, stop: () => lifecycle.stop() };
}
