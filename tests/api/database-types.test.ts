import { Pool } from 'pg';
import { expect, it } from 'vitest';
import { migrate } from '../../apps/server/base/database/index.ts';
import { databaseTypes } from '../../tools/database-types.ts';
import { roomTables } from '../../tools/room-tables.ts';
import { freshDatabase } from '../support/postgres.ts';

// `npm run types:database` writes them
it('types the tables as the rooms make them in an empty database', async () => {
  const database = await freshDatabase();
  const pool = new Pool({ connectionString: database.connectionString });
  for (const [schema, tables] of roomTables) await migrate(pool, schema, tables);
  const types = await databaseTypes(pool);
  await pool.end();
  await database.drop();
  await expect(types).toMatchFileSnapshot('../../apps/server/base/database/tables.gen.ts');
});
