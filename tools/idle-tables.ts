/** Measures how each table of a running exchange grows (10 minutes, or `--minutes N`), the fastest first. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { StartupError } from '../apps/server/base/errors/startup-error.ts';
import { withReadDatabase } from './open-database.ts';
import { grown, type TableSize } from './workload/table-growth.ts';

/** A week; a timer of Node holds 24 days. */
const MOST_MINUTES = 10_080;
const say = (line: string) => process.stdout.write(`${line}\n`);

async function sizes(client: Client): Promise<TableSize[]> {
  const { rows } = await client.query<{ name: string; bytes: string; rows: string }>(
    `select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid) as bytes,
       coalesce(s.n_tup_ins - s.n_tup_del, 0) as rows
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     left join pg_stat_all_tables s on s.relid = c.oid
     where c.relkind = 'r' and n.nspname not like 'pg_%' and n.nspname <> 'information_schema'`,
  );
  return rows.map((row) => ({ name: row.name, bytes: Number(row.bytes), rows: Number(row.rows) }));
}

async function measure(connectionString: string, minutes: number): Promise<void> {
  const client = new Client({ connectionString, application_name: 'candor-idle-tables' });
  // a server that goes away fails the next query, which says so
  client.on('error', () => {});
  await client.connect();
  try {
    const before = await sizes(client);
    await sleep(minutes * 60_000);
    const tables = grown(before, await sizes(client), minutes);
    for (const { name, bytes, rows } of tables)
      say(`${name}: ${Math.round(bytes)} bytes and ${rows.toFixed(1)} rows a minute`);
    const all = tables.reduce((sum, { bytes }) => sum + bytes, 0);
    say(`all: ${Math.round(all)} bytes a minute, ${((all * 60 * 24) / 1e9).toFixed(2)} GB a day`);
  } finally {
    await client.end();
  }
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= MOST_MINUTES))
  throw new Error(`--minutes is a number above 0 and at most ${MOST_MINUTES}`);
try {
  await withReadDatabase(say, (connectionString) => measure(connectionString, minutes));
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
