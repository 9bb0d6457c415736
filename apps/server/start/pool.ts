import { Pool } from 'pg';
import type { Lifecycle } from './lifecycle.ts';

/** Connections of one process to the database, at most `max`; they end when the process stops. */
export async function openPool(
  lifecycle: Lifecycle,
  connectionString: string,
  { name, max }: { readonly name: string; readonly max: number },
): Promise<Pool> {
  const pool = await lifecycle.stage(
    'the database pool',
    () => new Pool({ connectionString, max, application_name: `candor-${name}` }),
    (running) => running.end(),
  );
  // A connection that breaks while idle is replaced by the pool; the lease tells whether the database is gone.
  pool.on('error', () => {});
  // One that breaks in use fails its query, which tells; the pool listens only while it is idle.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
