import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { madeOnce } from '../../support/made-once.ts';
import { type FreshDatabase, freshDatabase, makeTemplate } from '../../support/postgres.ts';

const TEMPLATE = 'made_house';

/** Rows that make tables what they are: which migrations ran, the versions of read models, and what a migration adds. */
const KEPT = [
  'articles.article',
  'articles.category',
  'articles.draft',
  'articles.text',
  'articles.version',
  'content.entry',
  'jobs.migrations',
  'projections.cursor',
  'projections.versions',
  'tiers.published',
];

type Open = (options: { readonly database: FreshDatabase }) => Promise<{ stop(): Promise<void> }>;

/**
 * Makes a database with all tables of a house and no rows: a copy of one that the first house of the whole run makes by
 * its own migrations.
 */
export async function houseDatabase(open: Open): Promise<FreshDatabase> {
  const folder = process.env.CANDOR_TEST_RUN;
  if (folder === undefined) throw new Error('a house belongs to a test run');
  const made = join(folder, TEMPLATE);
  await madeOnce(made, async () => {
    await makeTemplate(TEMPLATE, async (database) => {
      const house = await open({ database });
      await house.stop();
      await empty(database);
    });
    await writeFile(made, '');
  });
  return freshDatabase(TEMPLATE);
}

/** Takes out all rows that a house wrote, as if it had only made its tables. */
async function empty({ connectionString }: FreshDatabase): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ table: string }>(
      `select schemaname || '.' || tablename as table from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'kysely_migration'
         and schemaname || '.' || tablename <> all($1)`,
      [KEPT],
    );
    await client.query(`truncate ${rows.map(({ table }) => table).join(', ')}`);
    const sequences = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, sequencename) as name from pg_sequences
       where not schemaname || '.' || sequencename ^@ any($1)`,
      [KEPT],
    );
    await client.query(sequences.rows.map(({ name }) => `alter sequence ${name} restart`).join(';'));
    await client.query('update projections.cursor set seq = 0');
  } finally {
    await client.end();
  }
}
