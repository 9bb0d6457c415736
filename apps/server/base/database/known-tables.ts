import { Client } from 'pg';
import { StartupError } from '../errors/startup-error.ts';
import { DIGESTS } from './tables.gen.ts';

/**
 * Refuses a database in which another version made a schema, before anything of it is taken or changed. What this version
 * would make is known before any room is loaded.
 * @throws StartupError DATABASE_OTHER
 */
export async function refuseOtherSchemas(
  connectionString: string,
  known: Readonly<Record<string, string>> = DIGESTS,
): Promise<void> {
  const client = new Client({ connectionString });
  // the statement that was running fails and says so
  client.on('error', () => {});
  try {
    await client.connect();
    for (const [schema, digest] of Object.entries(known)) {
      const table = `${schema}.kysely_migration`;
      const found = await client.query<{ is: boolean }>('SELECT to_regclass($1) IS NOT NULL AS is', [table]);
      if (found.rows[0]?.is !== true) continue;
      const { rows } = await client.query(`SELECT FROM ${table} WHERE name <> $1 LIMIT 1`, [digest]);
      if (rows.length > 0)
        throw new StartupError(
          'DATABASE_OTHER',
          `Another version of Candor made the schema ${schema} of this database, and until a release none takes over the ` +
            'tables of another: start the version that wrote it, or remove all data by `npm run reset`.',
        );
    }
  } finally {
    await client.end();
  }
}
