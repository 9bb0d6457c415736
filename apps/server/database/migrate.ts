import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Pool } from 'pg';
import { KEPT_TABLES, keepRows } from './kept.ts';
import { asOwner } from './owner.ts';
import type { SchemaName } from './schemas.ts';

/** A room's migrations, by name; they run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Kysely over a pool that somebody else ends. */
export function kyselyOf<Schema>(pool: Pool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Brings one PostgreSQL schema up to date, under Kysely's advisory lock, so that processes that start together do it
 * once. The owner of the tables does it where another role works. Throws what the first failing migration threw; nothing of the run stays then.
 */
export async function migrate(pool: Pool, schema: SchemaName, migrations: Migrations): Promise<void> {
  await asOwner(pool, async (owner, role) => {
    await migrateAs(owner, schema, migrations);
    if (role !== null) await keepRowsOf(owner, schema, role);
  });
}

/** Takes from the run-time role what it may not do with the kept tables of a schema, where it still may. */
async function keepRowsOf(owner: Pool, schema: SchemaName, role: string): Promise<void> {
  const kept = Object.keys(KEPT_TABLES).filter((table) => table.startsWith(`${schema}.`));
  if (kept.length === 0) return;
  await kyselyOf<unknown>(owner)
    .transaction()
    .execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('candor schema'))`.execute(trx);
      const { rows } = await sql<{ table: string }>`
        select kept.name as table from unnest(${kept}::text[]) as kept (name)
        where to_regclass(kept.name) is not null`.execute(trx);
      await sql
        .raw(
          keepRows(
            role,
            rows.map(({ table }) => table),
          ),
        )
        .execute(trx);
    });
}

async function migrateAs(pool: Pool, schema: SchemaName, migrations: Migrations): Promise<void> {
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
