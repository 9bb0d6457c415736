import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Pool } from 'pg';
import type { SchemaName } from './schemas.ts';

/** A room's migrations, by name; they run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Kysely over a pool that somebody else ends. */
export function kyselyOf<Schema>(pool: Pool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Brings one PostgreSQL schema up to date, under Kysely's advisory lock, so that processes that start together do it
 * once. Throws what the first failing migration threw; nothing of the run stays then.
 */
export async function migrate(pool: Pool, schema: SchemaName, migrations: Migrations): Promise<void> {
  const db = kyselyOf<unknown>(pool);
  // Two first starts may meet in CREATE SCHEMA, which IF NOT EXISTS does not make safe.
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('candor schema'))`.execute(trx);
    await trx.schema.createSchema(schema).ifNotExists().execute();
  });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableSchema: schema,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
