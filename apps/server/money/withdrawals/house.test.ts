import { Pool } from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../../tests/support/postgres.ts';
import { openPromises } from '../../engine/outbox/index.ts';
import { openReviews } from '../../gateway/review/index.ts';
import type { HousePart } from '../../gateway/subject.ts';
import { rechargesHouse, reviewRefusedAgain } from '../recharges/house.ts';
import { payoutsHouse } from './house.ts';

test('the rounds of a first start find their tables, whichever process comes first', async () => {
  const database = await freshDatabase();
  const pool = new Pool({ connectionString: database.connectionString });
  try {
    const now = Date.now;
    await openPromises(pool);
    const house = { pool, now, log: pino({ level: 'silent' }) } as Parameters<HousePart>[0];
    for (const part of [rechargesHouse, payoutsHouse]) await (await part(house))();
    await reviewRefusedAgain({ pool, now }, await openReviews(pool, now));
    const { rows } = await pool.query('select count(*)::int as count from withdrawals.withdrawal');
    expect(rows).toEqual([{ count: 0 }]);
  } finally {
    await pool.end();
    await database.drop();
  }
});
