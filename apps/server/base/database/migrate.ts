import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Pool } from 'pg';
import { KEPT_TABLES, keepRows } from './kept.ts';
import { asOwner } from './owner.ts';
import { patiently } from './patience.ts';
import type { SchemaName } from './schemas.ts';

/** A room's migrations, by name; they run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Kysely over a pool that somebody else ends. */
export function kyselyOf<Schema>(pool: Pool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Brings one PostgreSQL schema up to date in one transaction and under a lock, so that processes that start together do
 * it once. The owner of the tables does it where another role works. Throws what the first failing migration threw, or
 * if the schema was made by a newer version; nothing of the run stays then. It waits for a database that dies meanwhile.
 *
 * The names of what has run stand where Kysely's own migrator writes them. That migrator reads the columns of every
 * table of the database three times for each schema; most starts find nothing to do, and ask one question here.
 */
export function migrate(pool: Pool, schema: SchemaName, migrations: Migrations): Promise<void> {
  return patiently(pool, () => bringUpToDate(pool, schema, migrations));
}

async function bringUpToDate(pool: Pool, schema: SchemaName, migrations: Migrations): Promise<void> {
  if (await isUpToDate(pool, schema, migrations)) return;
  await asOwner(pool, async (owner, role) => {
    const db = kyselyOf<unknown>(owner);
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('candor schema'))`.execute(trx);
      await run(trx, schema, migrations);
      if (role !== null) await keepRowsOf(trx, schema, role);
    });
  });
}

/** Returns true if all migrations of a schema have run. What a role may do with its tables was committed with them. */
async function isUpToDate(pool: Pool, schema: SchemaName, migrations: Migrations): Promise<boolean> {
  const table = `${schema}.kysely_migration`;
  const found = await pool.query<{ is: boolean }>('select to_regclass($1) is not null as is', [table]);
  if (found.rows[0]?.is !== true) return false;
  return pending(schema, migrations, await namesIn(kyselyOf(pool), schema)).length === 0;
}

async function namesIn(db: Kysely<unknown>, schema: SchemaName): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(`${schema}.kysely_migration`)}`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Returns the names of migrations that have not run, in order. Throws if one has run that this version lacks. */
function pending(schema: SchemaName, migrations: Migrations, done: ReadonlySet<string>): readonly string[] {
  const names = Object.keys(migrations).sort();
  const unknown = [...done].filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0)
    throw new Error(`the schema ${schema} was made by another version: it has ${unknown.join(', ')}`);
  const first = names.findIndex((name) => !done.has(name));
  const left = first < 0 ? [] : names.slice(first);
  const late = left.filter((name) => done.has(name));
  if (late.length > 0)
    throw new Error(`migration ${left[0]} of the schema ${schema} comes before ${late[0]}, which has run`);
  return left;
}

async function run(trx: Transaction<unknown>, schema: SchemaName, migrations: Migrations): Promise<void> {
  // `create schema if not exists` would ask the connection's memory, which the wait for the lock has left behind
  const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(trx);
  if (rows.length === 0) await trx.schema.createSchema(schema).execute();
  const table = sql.table(`${schema}.kysely_migration`);
  await sql`
    create table if not exists ${table} (
      name varchar(255) primary key, timestamp varchar(255) not null
    )`.execute(trx);
  for (const name of pending(schema, migrations, await namesIn(trx, schema))) {
    await migrations[name]?.up(trx);
    await sql`insert into ${table} values (${name}, ${new Date().toISOString()})`.execute(trx);
  }
}

/** Takes from the run-time role what it may not do with the kept tables of a schema. */
async function keepRowsOf(trx: Transaction<unknown>, schema: SchemaName, role: string): Promise<void> {
  const kept = Object.keys(KEPT_TABLES).filter((table) => table.startsWith(`${schema}.`));
  if (kept.length === 0) return;
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
}
