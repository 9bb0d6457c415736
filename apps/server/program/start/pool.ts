import { Pool } from 'pg';
import { type DatabaseLogins, ownedBy, startsPatiently } from '../../base/database/index.ts';
import type { Role } from './roles/run-role.ts';

/**
 * Longest waits for a connection, in ms: for the next one while all are taken, and for a new one to open. Whoever gets none is
 * refused as while the database is away. A customer's call waits twice the time within which its act may begin, an operator's
 * longer for the locks of its colleagues, and work that nobody waits for longest: it is tried again.
 */
export const CONNECTION_WAIT_MS = { customers: 10_000, operators: 20_000, background: 60_000 } as const;

export interface PoolSize {
  /** Most connections at once. */
  readonly max: number;
  /** Longest wait for one of them, above 0: the driver takes 0 for no bound. */
  readonly waitMs: number;
}

/**
 * Opens a pool of database connections, which closes when the process stops. Steps of a start on it wait for the database
 * for as long as their patience is.
 */
export async function openPool(
  { lifecycle, name, patience }: Pick<Role, 'lifecycle' | 'name' | 'patience'>,
  logins: DatabaseLogins,
  { max, waitMs }: PoolSize,
): Promise<Pool> {
  if (!(waitMs > 0)) throw new RangeError(`the pool of ${name} would wait for a connection without a bound`);
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
