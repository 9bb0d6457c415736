import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../../tests/support/postgres.ts';
import { openTerms, type TermsDeps } from './terms.ts';

test('processes that open the room at once publish one first version, with the number 1', async () => {
  const database = await freshDatabase();
  const pool = new Pool({ connectionString: database.connectionString, max: 8 });
  const catalogues = { current: () => ({ mode: 'practice' }) } as unknown as TermsDeps['catalogues'];
  try {
    // acceptances refer to users
    await pool.query('create schema identity; create table identity.user (user_id bigint primary key)');
    const rooms = await Promise.all(
      Array.from({ length: 8 }, () => openTerms({ pool, catalogues, now: Date.now })),
    );
    expect(await rooms[0]!.read('en', null)).toMatchObject({ version: 1, currentVersion: 1 });
    // a refused insert would have used up a number
    const { rows } = await pool.query(
      "select last_value::int as last from pg_sequences where schemaname = 'terms'",
    );
    expect(rows).toEqual([{ last: 1 }]);
  } finally {
    await pool.end();
    await database.drop();
  }
});
