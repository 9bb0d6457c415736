import { Pool } from 'pg';
import { expect, it } from 'vitest';
import { kyselyOf, migrate } from '../../apps/server/base/database/index.ts';
import { migrations } from '../../apps/server/money/withdrawals/schema.ts';
import { takenToday } from '../../apps/server/money/withdrawals/taken.ts';
import { freshDatabase } from '../support/postgres.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 12);

it('the sum of a day reads that day, however long the history of its user', async () => {
  const database = await freshDatabase();
  // one connection: it knows by itself what it read
  const pool = new Pool({ connectionString: database.connectionString, max: 1 });
  try {
    await migrate(pool, 'withdrawals', migrations);
    await pool.query(
      `insert into withdrawals.withdrawal (user_id, chain, coin, asset_id, address, amount, fee, value_usdt, state, requested_at)
       select 7, 'practice-evm', 'USDT', 1, '0x' || at, 1, 0, 5, 'done', $1::timestamptz - at * interval '10 minutes'
       from generate_series(1, 5000) at`,
      [new Date(NOW_MS)],
    );
    await pool.query('vacuum analyze withdrawals.withdrawal');
    const readRows = async (): Promise<number> => {
      await pool.query('select pg_stat_force_next_flush()');
      const { rows } = await pool.query(
        `select seq_tup_read + idx_tup_fetch as rows from pg_stat_user_tables
         where schemaname = 'withdrawals' and relname = 'withdrawal'`,
      );
      return Number(rows[0].rows);
    };
    const before = await readRows();
    expect(await takenToday(kyselyOf(pool), 7, NOW_MS)).toBe(72n * 5n);
    expect((await readRows()) - before).toBeLessThan(200);
  } finally {
    await pool.end();
    await database.drop();
  }
});
