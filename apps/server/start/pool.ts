import { Pool } from 'pg';
import { type DatabaseLogins, ownedBy } from '../database/index.ts';
import type { Lifecycle } from '../lifecycle.ts';

/** Opens a pool of at most `max` database connections, which closes when the process stops. */
export async function openPool(
  lifecycle: Lifecycle,
  logins: DatabaseLogins,
  { name, max }: { readonly name: string; readonly max: number },
): Promise<Pool> {
  const pool = await lifecycle.stage(
    'the database pool',
    () => new Pool({ connectionString: logins.runtime, max, application_name: `candor-${name}` }),
    (running) => running.end(),
  );
  ownedBy(pool, logins);
  // The pool replaces a connection that breaks while idle; the lease detects the loss of the database.
  pool.on('error', () => {});
  // A connection that breaks in use fails its query, which reports the error; the pool handles errors only of idle
  // ones.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
