import { Client } from 'pg';
import { StartupError } from '../errors/startup-error.ts';
import { type DatabaseLogins, roleOf, withFixedNames } from './owner.ts';
import { DIGESTS } from './tables.gen.ts';

/**
 * Refuses a database in which another version made a schema, before anything of it is taken or changed. What this version
 * would make is known before any room is loaded. Nothing is read of a schema that the role at work made itself: it could hold
 * a function of its own in the place of a table, which the owner would call.
 * @throws StartupError DATABASE_OTHER
 */
export async function refuseOtherSchemas(
  { owner, runtime }: DatabaseLogins,
  known: Readonly<Record<string, string>> = DIGESTS,
): Promise<void> {
  const client = new Client({ connectionString: withFixedNames(owner) });
  // the statement that was running fails and says so
  client.on('error', () => {});
  try {
    await client.connect();
    const made = await client.query<{ name: string }>(
      `SELECT nspname AS name FROM pg_namespace
       WHERE nspname = ANY ($1) AND pg_get_userbyid(nspowner) = $2 AND current_user <> $2 LIMIT 1`,
      [[...Object.keys(known), 'journal'], roleOf(runtime)],
    );
    if (made.rows[0] !== undefined)
      throw new StartupError(
        'DATABASE_OTHER',
        `The role that the processes work as made the schema ${made.rows[0].name}, which is the owner's to make: find out who ` +
          'did it, and remove it.',
      );
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

/** Schemas that lack a table of this version for the role of the connection, or its rights. */
const LACKING = `
  SELECT known.name FROM unnest($1::text[], $2::text[]) AS known (name, witness)
  LEFT JOIN pg_namespace n ON n.nspname = known.name
  LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = known.witness
  WHERE c.oid IS NULL OR NOT has_schema_privilege(n.oid, 'usage') OR NOT has_table_privilege(c.oid, 'select')
  ORDER BY 1`;

/**
 * Refuses a database in which the owner has not made all tables yet: a role that may not make them would stop in the middle
 * of its start.
 * @throws StartupError DATABASE_OLDER with the step that is missing
 */
export async function requireSchemas(
  connectionString: string,
  known: readonly string[] = Object.keys(DIGESTS),
): Promise<void> {
  const client = new Client({ connectionString: withFixedNames(connectionString) });
  // the statement that was running fails and says so
  client.on('error', () => {});
  try {
    await client.connect();
    const witnesses = [...known.map((name) => [name, 'kysely_migration']), ['journal', 'archives']];
    const { rows } = await client.query<{ name: string }>(LACKING, [
      witnesses.map(([name]) => name),
      witnesses.map(([, witness]) => witness),
    ]);
    const lacking = rows.map(({ name }) => name);
    if (lacking.length > 0)
      throw new StartupError(
        'DATABASE_OLDER',
        `The database lacks tables of this version (${lacking.join(', ')}). Run \`npm run migrate\` with DATABASE_URL, the ` +
          'login of their owner, then start again.',
      );
  } finally {
    await client.end();
  }
}
