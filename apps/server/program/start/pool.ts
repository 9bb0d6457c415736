import { Pool } from 'pg';
import { type DatabaseLogins, ownedBy, startsPatiently } from '../../base/database/index.ts';
import type { Role } from './roles/run-role.ts';

/**
 * Opens a pool of at most `max` database connections, which closes when the process stops. Steps of a start on it wait for
 * the database. One who finds all connections taken waits `waitMs` for the next, or for a new one to open, by default for
 * ever, and is refused then as while the database is away.
 */
export async function openPool(
  { lifecycle, name, patience }: Pick<Role, 'lifecycle' | 'name' | 'patience'>,
  logins: DatabaseLogins,
  max: number,
  waitMs = 0,
): Promise<Pool> {
  const pool = await lifecycle.stage(
    'the database pool',
    () =>
      new Pool({
        connectionString: logins.runtime,
        max,
        application_name: `candor-${name}`,
        connectionTimeoutMillis: waitMs,
      }),
    (running) => running.end(),
  );
  ownedBy(pool, logins);
  startsPatiently(pool, patience);
  // The pool replaces a connection that breaks while idle; the lease detects the loss of the database.
  pool.on('error', () => {});
  // A connection that breaks in use fails its query, which reports the error; the pool handles errors only of idle
  // ones.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
