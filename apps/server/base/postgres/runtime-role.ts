import { prepareJournal } from '@candor/journal';
import { Client } from 'pg';
import { type DatabaseLogins, keepRows, quoted, roleOf, SCHEMAS, withFixedNames } from '../database/index.ts';

/** The role of the embedded PostgreSQL that the processes work as. */
export const RUNTIME_ROLE = 'candor_runtime';

/**
 * Schemas that the role owns: read models, whose writer changes their tables as it runs, and the queue, whose library
 * opens its tables to their owner alone.
 */
const OWNED = ['projections', 'projections_draft', 'jobs'];

/** Statements that give everything in a schema to a role; sequences go with their tables. */
async function giveAll(client: Client, schema: string, role: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter %s %s owner to ${role}', kind, name) as statement from (
       select case relkind when 'v' then 'view' else 'table' end as kind, oid::regclass::text as name
       from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p', 'v')
       union all select 'routine', oid::regprocedure::text from pg_proc where pronamespace = $1::regnamespace
       union all select 'type', t.oid::regtype::text from pg_type t join pg_class c on c.oid = t.typrelid
       where t.typnamespace = $1::regnamespace and c.relkind = 'c'
     ) as part`,
    [schema],
  );
  await client.query(
    [`alter schema ${schema} owner to ${role}`, ...rows.map((row) => row.statement)].join(';\n'),
  );
}

/** The logins of an embedded server, whose owner's connection string is given. */
export function embeddedLogins(owner: string): DatabaseLogins {
  return { owner, runtime: owner.replace('//candor@', `//${RUNTIME_ROLE}@`) };
}

/**
 * Gives the role that the processes work as its rights, and takes from it what it may not do: it reads and adds rows of
 * journal and audit, and neither changes nor deletes them. Tables that come later get the same by `migrate`. The role is
 * made where `makes` says so.
 *
 * It may make schemas, since read models are made again in a new one. Therefore names that the owner's connections to this
 * database do not qualify are those of PostgreSQL, in every program from here on.
 */
export async function grantRuntime({ owner, runtime }: DatabaseLogins, makes: boolean): Promise<void> {
  if (owner === runtime) return;
  const name = roleOf(runtime);
  const role = quoted(name);
  await prepareJournal(owner);
  const client = new Client({
    connectionString: withFixedNames(owner),
    application_name: 'candor-owner',
  });
  // the statement that was running fails and says so
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('begin');
    await client.query("select pg_advisory_xact_lock(hashtext('candor schema'))");
    if (makes) {
      const known = await client.query('select from pg_roles where rolname = $1', [name]);
      if (known.rowCount === 0) await client.query(`create role ${role} login`);
    }
    const database = await client.query<{ name: string }>('select current_database() as name');
    const here = quoted(database.rows[0]?.name ?? '');
    await client.query(`
      alter role current_user in database ${here} set search_path = pg_catalog, pg_temp;
      grant connect, create, temporary on database ${here} to ${role};
      alter default privileges grant usage on schemas to ${role};
      alter default privileges grant select, insert, update, delete on tables to ${role};
      alter default privileges grant usage, select on sequences to ${role};`);
    const found = await client.query<{ schema: string; owns: boolean; tables: string[] }>(
      `select n.nspname as schema,
         pg_get_userbyid(n.nspowner) = $2 and not coalesce(bool_or(pg_get_userbyid(c.relowner) <> $2), false) as owns,
         coalesce(array_agg(n.nspname || '.' || c.relname) filter (where c.relkind in ('r', 'p')), '{}') as tables
       from pg_namespace n left join pg_class c on c.relnamespace = n.oid
       where n.nspname = any($1) group by n.nspname, n.nspowner`,
      [[...SCHEMAS, ...OWNED], name],
    );
    for (const { schema, owns, tables } of found.rows) {
      if (OWNED.includes(schema)) {
        if (!owns) await giveAll(client, schema, role);
        continue;
      }
      await client.query(`
        grant usage on schema ${schema} to ${role};
        grant select, insert, update, delete on all tables in schema ${schema} to ${role};
        grant usage, select on all sequences in schema ${schema} to ${role};
        ${keepRows(role, tables)}`);
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}
