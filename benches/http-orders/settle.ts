import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { cpuUsIn } from './processes.ts';

/** PostgreSQL rests when it uses at most so much processor time within one look. */
const LOOK_MS = 500;
const REST_US = 20_000;
/** A turn begins after so long at the latest. */
const PATIENCE_MS = 60_000;

/** A PostgreSQL and those of its databases that a bench writes. */
export interface WrittenPostgres {
  /** PostgreSQL's working folder. */
  readonly folder: string;
  readonly connectionStrings: readonly string[];
}

/**
 * Brings PostgreSQL to rest between two turns: what one server wrote is vacuumed, analyzed and flushed, and its autovacuum
 * and checkpoint end, before the turn of the next. Writes a line to the error output where the bound passes first.
 */
export async function settle({ folder, connectionStrings }: WrittenPostgres): Promise<void> {
  const untilMs = performance.now() + PATIENCE_MS;
  const clients = connectionStrings.map((connectionString) => new Client({ connectionString }));
  try {
    for (const client of clients) await client.connect();
    // Read models that follow the last turn are written first.
    await restful(folder, untilMs);
    for (const client of clients) await client.query('vacuum (analyze)');
    await clients[0]?.query('checkpoint');
    while (!(await isIdle(clients[0]))) {
      if (performance.now() >= untilMs) break;
      await sleep(LOOK_MS / 10);
    }
    await restful(folder, untilMs);
  } finally {
    for (const client of clients) await client.end();
  }
  if (performance.now() >= untilMs)
    process.stderr.write(`PostgreSQL did not come to rest within ${PATIENCE_MS / 1_000} s\n`);
}

/** Resolves when PostgreSQL's processes use next to no processor time, at `untilMs` at the latest. */
async function restful(folder: string, untilMs: number): Promise<void> {
  let before = await cpuUsIn(folder);
  while (performance.now() < untilMs) {
    await sleep(LOOK_MS);
    const after = await cpuUsIn(folder);
    if (after - before <= REST_US) return;
    before = after;
  }
}

/** True while no autovacuum worker runs and no checkpoint is under way. */
async function isIdle(client: Client | undefined): Promise<boolean> {
  const { rows } = (await client?.query<{ busy: number }>(
    `select count(*)::int as busy from pg_stat_activity where backend_type = 'autovacuum worker'
       or (backend_type = 'checkpointer' and wait_event is distinct from 'CheckpointerMain')`,
  )) ?? { rows: [] };
  return (rows[0]?.busy ?? 0) === 0;
}
