import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createListener } from '../../apps/server/money/deposits/follow-chain.ts';
import { eventually } from '../support/patience.ts';
import { freshDatabase } from '../support/postgres.ts';

let pool: Pool;

beforeAll(async () => {
  pool = new Pool({ connectionString: (await freshDatabase()).connectionString, max: 2 });
  pool.on('error', () => {});
});
afterAll(() => pool?.end());

test('a connection that broke is replaced, and what was asked meanwhile is heard', async () => {
  let calls = 0;
  const listener = createListener(pool, () => {
    calls += 1;
  });
  await listener.listen();
  expect(calls).toBe(1);
  const call = () => pool.query("select pg_notify('candor_deposits', 'one')");
  await call();
  await eventually(async () => expect(calls).toBe(2));
  await listener.listen();
  expect(calls).toBe(2);
  for (let round = 0; round < 3; round += 1) {
    calls = 0;
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    // The break arrives a moment later; the next look listens on another connection.
    await eventually(async () => {
      await listener.listen();
      expect(calls).toBe(1);
    });
    await call();
    await eventually(async () => expect(calls).toBe(2));
  }
  listener.stop();
  expect(pool.totalCount).toBeLessThanOrEqual(1);
});
