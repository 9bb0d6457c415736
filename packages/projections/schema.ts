/**
 * The tables in PostgreSQL and their versions.
 *
 * Invariants:
 * - A table serves under its name in `projections`, in one version at a time. Its next version is filled under the same
 *   name in `projections_draft` and moves over in one transaction, in which both cursors stand at the same command.
 * - Until then the serving version is carried along: it gets the columns that the code writes and reads, and the live
 *   writer goes on with it. A table that cannot be carried along does not serve until it is filled.
 * - Each schema has one cursor. It moves in the transaction that writes the rows it covers.
 */
import type { ClientBase } from 'pg';
import { carryingSteps } from './carrying.ts';
import { CursorMovedError } from './store.ts';
import { type Table, tableDdl } from './table.ts';

export const projectionsSchema = 'projections';
export const draftSchema = 'projections_draft';

/** The format of the cursor and the versions beside it. */
const format = 10;

const ddl = (schema: string, tables: readonly Table[]) => `
CREATE SCHEMA ${schema};
CREATE TABLE ${schema}.cursor (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  format integer NOT NULL,
  seq bigint NOT NULL
) WITH (fillfactor = 10);
CREATE TABLE ${schema}.versions (name text PRIMARY KEY, version integer NOT NULL);
${tables.map((table) => tableDdl(table, schema)).join('\n')}
${tables.map(({ name, version }) => `INSERT INTO ${schema}.versions VALUES ('${name}', ${version});`).join('\n')}
INSERT INTO ${schema}.cursor (format, seq) VALUES (${format}, 0);
`;

const dropAll = `DROP SCHEMA IF EXISTS ${projectionsSchema} CASCADE; DROP SCHEMA IF EXISTS ${draftSchema} CASCADE;`;

/** Makes empty tables in place of what was there, for rows that belong to another journal. */
export async function makeEmpty(client: ClientBase, tables: readonly Table[]): Promise<OpenedTables> {
  await client.query(`BEGIN; ${dropAll} ${ddl(projectionsSchema, tables)} COMMIT;`);
  return { seq: 0, serving: tables, drafts: [], draftSeq: 0 };
}

/** Makes an empty draft of some tables in place of an earlier draft. */
export async function makeDraft(client: ClientBase, drafts: readonly Table[]): Promise<void> {
  await client.query(
    `BEGIN; DROP SCHEMA IF EXISTS ${draftSchema} CASCADE; ${ddl(draftSchema, drafts)} COMMIT;`,
  );
}

export interface OpenedTables {
  /** The last command that the serving tables cover. */
  readonly seq: number;
  /** Tables that serve, be it in an earlier version. */
  readonly serving: readonly Table[];
  /** Tables whose version is to be filled, and the last command that the draft covers. */
  readonly drafts: readonly Table[];
  readonly draftSeq: number;
}

/**
 * Makes the tables where there are none. Else finds the tables whose version changed, carries their serving versions
 * along, makes a draft of the new ones or finds the one that a filling left, and drops tables that the code no longer
 * knows.
 */
export async function openTables(client: ClientBase, tables: readonly Table[]): Promise<OpenedTables> {
  await client.query('BEGIN');
  try {
    const opened = await open(client, tables);
    await client.query('COMMIT');
    return opened;
  } catch (error) {
    // Fails only on a lost connection, of which the caller learns by the first error.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function open(client: ClientBase, tables: readonly Table[]): Promise<OpenedTables> {
  const cursor = await readCursor(client, projectionsSchema);
  const versions = cursor?.format === format ? await readVersions(client, projectionsSchema) : new Map();
  const isCurrent = tables.every(({ name, version }) => versions.get(name) === version);
  // Without rows there is nothing to keep.
  if (cursor?.format !== format || (cursor.seq === 0 && !isCurrent)) {
    await client.query(`${dropAll} ${ddl(projectionsSchema, tables)}`);
    return { seq: 0, serving: tables, drafts: [], draftSeq: 0 };
  }
  const known = new Set(tables.map(({ name }) => name));
  for (const name of versions.keys()) if (!known.has(name)) await drop(client, name);
  const serving: Table[] = [];
  for (const table of tables) {
    const version = versions.get(table.name);
    if (version === undefined) continue;
    if (version === table.version || (await carryAlong(client, table))) serving.push(table);
    else await drop(client, table.name);
  }
  const drafts = tables.filter(({ name, version }) => versions.get(name) !== version);
  const draftSeq = await openDraft(client, drafts);
  return { seq: cursor.seq, serving, drafts, draftSeq };
}

async function drop(client: ClientBase, name: string): Promise<void> {
  await client.query(`DROP TABLE IF EXISTS ${projectionsSchema}.${name}`);
  await client.query(`DELETE FROM ${projectionsSchema}.versions WHERE name = $1`, [name]);
}

/** Finds the draft of these tables, or makes it. Returns the last command that it covers. */
async function openDraft(client: ClientBase, drafts: readonly Table[]): Promise<number> {
  const cursor = await readCursor(client, draftSchema);
  if (cursor?.format === format) {
    const versions = await readVersions(client, draftSchema);
    const isSame =
      drafts.length === versions.size && drafts.every((table) => versions.get(table.name) === table.version);
    if (isSame) return cursor.seq;
  }
  await client.query(`DROP SCHEMA IF EXISTS ${draftSchema} CASCADE`);
  if (drafts.length > 0) await client.query(ddl(draftSchema, drafts));
  return 0;
}

/** Gives the serving version of a table the columns of its next one. Returns false where that cannot be. */
async function carryAlong(client: ClientBase, table: Table): Promise<boolean> {
  const name = `${projectionsSchema}.${table.name}`;
  const { rows } = await client.query<{
    name: string;
    type: string;
    required: boolean;
    place: number | null;
  }>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
       array_position(i.indkey::int2[], a.attnum) AS place
     FROM pg_attribute a JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped
     ORDER BY place, a.attnum`,
    [name],
  );
  const steps = carryingSteps(
    {
      key: rows.filter(({ place }) => place !== null).map((column) => column.name),
      columns: Object.fromEntries(
        rows.map((row) => [row.name, row.required ? `${row.type} NOT NULL` : row.type]),
      ),
    },
    table,
  );
  if (steps === null) return false;
  if (steps.length > 0) await client.query(`ALTER TABLE ${name} ${steps.join(', ')}`);
  return true;
}

/**
 * Puts the draft in the place of the serving tables. `seq` is where both must stand. Returns false, and changes
 * nothing, if readers hold a table longer than `patienceMs`. Throws CursorMovedError.
 */
export async function swapDraft(
  client: ClientBase,
  drafts: readonly Table[],
  seq: number,
  patienceMs: number,
): Promise<boolean> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${patienceMs}`);
  try {
    await moveDraft(client, drafts, seq);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable) return false;
    throw error;
  }
}

const lockNotAvailable = '55P03';

/** The moves of `swapDraft`, within a transaction of the caller. */
export async function moveDraft(client: ClientBase, drafts: readonly Table[], seq: number): Promise<void> {
  for (const schema of [projectionsSchema, draftSchema]) {
    const { rows } = await client.query<{ seq: string }>(`SELECT seq FROM ${schema}.cursor FOR UPDATE`);
    if (Number(rows[0]?.seq) !== seq) throw new CursorMovedError();
  }
  const versions = await readVersions(client, projectionsSchema);
  const old = drafts
    .filter(({ name }) => versions.has(name))
    .map(({ name }) => `${projectionsSchema}.${name}`);
  // All at once, so that a reader of two tables never finds one of each version.
  if (old.length > 0)
    await client.query(`LOCK TABLE ${old.join(', ')} IN ACCESS EXCLUSIVE MODE; DROP TABLE ${old.join(', ')}`);
  for (const { name, version } of drafts) {
    await client.query(`ALTER TABLE ${draftSchema}.${name} SET SCHEMA ${projectionsSchema}`);
    await client.query(
      `INSERT INTO ${projectionsSchema}.versions VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET version = EXCLUDED.version`,
      [name, version],
    );
  }
  await client.query(`DROP SCHEMA ${draftSchema} CASCADE`);
}

/** The format and the place of a schema's cursor; null where there is none. */
export async function readCursor(
  client: ClientBase,
  schema: string,
): Promise<{ readonly format: number; readonly seq: number } | null> {
  const found = await client.query<{ cursor: string | null }>('SELECT to_regclass($1)::text AS cursor', [
    `${schema}.cursor`,
  ]);
  if (found.rows[0]?.cursor === null) return null;
  const { rows } = await client.query<{ format: number; seq: string }>(
    `SELECT format, seq FROM ${schema}.cursor`,
  );
  return rows[0] === undefined ? null : { format: rows[0].format, seq: Number(rows[0].seq) };
}

/** The version of each table of a schema. */
export async function readVersions(client: ClientBase, schema: string): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; version: number }>(
    `SELECT name, version FROM ${schema}.versions`,
  );
  return new Map(rows.map(({ name, version }) => [name, version]));
}

/** The house's users known to any version of the accounts. An account that is known early removes no row. */
export async function houseAccounts(client: ClientBase): Promise<number[]> {
  const users = new Set<number>();
  for (const schema of [projectionsSchema, draftSchema]) {
    const found = await client.query<{ accounts: string | null }>(
      'SELECT to_regclass($1)::text AS accounts',
      [`${schema}.accounts`],
    );
    if (found.rows[0]?.accounts === null) continue;
    const { rows } = await client.query<{ user_id: string }>(
      `SELECT user_id FROM ${schema}.accounts WHERE house`,
    );
    for (const row of rows) users.add(Number(row.user_id));
  }
  return [...users];
}
