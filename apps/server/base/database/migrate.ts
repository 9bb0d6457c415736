import { hash } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Pool } from 'pg';
import { KEPT_TABLES, keepRows } from './kept.ts';
import { asOwner } from './owner.ts';
import { readingPool } from './parsers.ts';
import { patiently } from './patience.ts';
import type { SchemaName } from './schemas.ts';
import type { Database, Db, Trx } from './types.ts';

/** The tables of a room. They are edited in place until a release: an older data folder is refused. */
export interface Tables {
  /** Statements that make them in an empty schema. */
  readonly sql: string;
  /** Writes the rows that they begin with. */
  readonly fill?: (trx: Trx) => Promise<void>;
}

/** Names tables by the statements that make them, whatever their comments and white space. */
export function digestOf({ sql: text }: Tables): string {
  const plain = text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();
  return hash('sha256', plain).slice(0, 16);
}

/** Kysely over a pool that somebody else ends. */
export function kyselyOf(pool: Pool): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: readingPool(pool) }) });
}

/**
 * Makes the tables of one PostgreSQL schema where it has none, in one transaction and under a lock, so that processes that
 * start together do it once. The owner of the tables does it where another role works. Throws what a failing statement
 * threw, or if another version made the schema; nothing of the run stays then. It waits for a database that dies meanwhile.
 *
 * The digest of what was made stands where Kysely's own migrator would write a name. That migrator reads the columns of
 * every table of the database three times for each schema; most starts find nothing to do, and ask one question here.
 */
export function migrate(pool: Pool, schema: SchemaName, tables: Tables): Promise<void> {
  return patiently(pool, () => bringUpToDate(pool, schema, tables));
}

async function bringUpToDate(pool: Pool, schema: SchemaName, tables: Tables): Promise<void> {
  const digest = digestOf(tables);
  if (await isUpToDate(pool, schema, digest)) return;
  await asOwner(pool, async (owner, role) => {
    const db = kyselyOf(owner);
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('candor schema'))`.execute(trx);
      await run(trx, schema, tables, digest);
      if (role !== null) await keepRowsOf(trx, schema, role);
    });
  });
}

/** Returns true if the tables stand. What a role may do with them was committed with them. */
async function isUpToDate(pool: Pool, schema: SchemaName, digest: string): Promise<boolean> {
  const table = `${schema}.kysely_migration`;
  const found = await pool.query<{ is: boolean }>('select to_regclass($1) is not null as is', [table]);
  return found.rows[0]?.is === true && (await isMade(kyselyOf(pool), schema, digest));
}

/** Returns true if the tables of a digest stand, and false where there are none. Throws if there are others. */
async function isMade(db: Db, schema: SchemaName, digest: string): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(`${schema}.kysely_migration`)}`.execute(db);
  if (rows.some(({ name }) => name !== digest))
    throw new Error(`the schema ${schema} was made by another version: start over by npm run reset`);
  return rows.length > 0;
}

async function run(trx: Trx, schema: SchemaName, tables: Tables, digest: string): Promise<void> {
  // `create schema if not exists` would ask the connection's memory, which the wait for the lock has left behind
  const { rows } = await sql<{ isOwn: boolean }>`
    select pg_get_userbyid(nspowner) = current_user as "isOwn" from pg_namespace where nspname = ${schema}`.execute(
    trx,
  );
  // in a schema of another role a table could be a view that calls a function of its own
  if (rows[0]?.isOwn === false) throw new Error(`the schema ${schema} belongs to another role`);
  if (rows.length === 0) await trx.schema.createSchema(schema).execute();
  const table = sql.table(`${schema}.kysely_migration`);
  await sql`
    create table if not exists ${table} (
      name varchar(255) primary key, timestamp varchar(255) not null
    )`.execute(trx);
  if (await isMade(trx, schema, digest)) return;
  await sql.raw(tables.sql).execute(trx);
  await tables.fill?.(trx);
  await sql`insert into ${table} values (${digest}, ${new Date().toISOString()})`.execute(trx);
}

/** Takes from the run-time role what it may not do with the kept tables of a schema. */
async function keepRowsOf(trx: Trx, schema: SchemaName, role: string): Promise<void> {
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
