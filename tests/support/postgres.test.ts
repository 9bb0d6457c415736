import { Client } from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from './postgres.ts';

test('a fresh database is empty, syncs every commit, and is gone after its drop', async () => {
  const database = await freshDatabase();
  const client = new Client({ connectionString: database.connectionString });
  client.on('error', () => {});
  await client.connect();
  const settings = await client.query(
    "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit')",
  );
  expect(settings.rows.map((row) => row.setting)).toEqual(['on', 'on', 'on']);
  const tables = await client.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'");
  expect(tables.rowCount).toBe(0);
  await database.drop();
  const late = new Client({ connectionString: database.connectionString });
  await expect(late.connect()).rejects.toThrow(/does not exist/);
});
