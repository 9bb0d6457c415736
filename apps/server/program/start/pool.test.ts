import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { createLifecycle } from '../../base/work/lifecycle.ts';
import { keyOfFault } from '../../gateway/http/faults.ts';
import { CONNECTION_WAIT_MS, openPool } from './pool.ts';

const lifecycle = createLifecycle(() => {});
let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await lifecycle.stop();
  await database?.drop();
});

const open = (waitMs: number) => {
  const role = { lifecycle, name: 'console', patience: <T>(step: () => Promise<T>) => step() };
  const logins = { runtime: database.connectionString, owner: database.connectionString };
  return openPool(role, logins, { max: 1, waitMs });
};

/** Four operators whose calls waited for a lock held all connections of the console, and a fifth waited for ever. */
it('refuses who gets no connection in time, and serves again once one is free', async () => {
  const pool = await open(60_000);
  const taken = await pool.connect();
  pool.options.connectionTimeoutMillis = 50;
  const refused = await pool.query('select 1').catch((error: unknown) => error);
  expect(keyOfFault(refused, false)).toBe('UNAVAILABLE');
  expect(keyOfFault(refused, true)).toBe('UNAVAILABLE');
  taken.release();
  pool.options.connectionTimeoutMillis = 60_000;
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

/** The pools of customers, of jobs and of the house had no bound, since a wait of 0 was what they got without one. */
it('is never opened without a bound of the wait', async () => {
  for (const waitMs of [0, Number.NaN]) await expect(open(waitMs)).rejects.toThrow(RangeError);
  expect(Object.values(CONNECTION_WAIT_MS).every((waitMs) => waitMs > 0)).toBe(true);
});
