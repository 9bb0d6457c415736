import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Engine, openEngine, readCommitted } from '@candor/journal';
import { idOf } from '@candor/kernel';
import { type Projections, rebuild, startProjections } from '@candor/projections';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { entriesTable } from '../../packages/projections/products/bills/tables.ts';
import { fillsTable } from '../../packages/projections/products/spot/tables.ts';
import { tableGroups } from '../../packages/projections/projections.ts';
import type { ReadModel } from '../../packages/projections/read-model.ts';
import { readModels } from '../../packages/projections/read-models.ts';
import type { Table } from '../../packages/projections/table.ts';
import { firstUserId, listing, OrderFlow, practiceGenesis } from '../../tools/workload/exchange.ts';
import { statusOf } from '../../tools/workload/outcomes.ts';
import { eventually, PATIENCE_MS } from '../support/patience.ts';
import { patientTuning } from '../support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { nextModels } from './next-models.ts';

const users = 6;
const symbols = 2;
const tables = tableGroups(Object.values(readModels)).flat();
const changed = ['entries', 'fills'];
const now = { entries: entriesTable.version, fills: fillsTable.version };
const next = { entries: now.entries + 1, fills: now.fills + 1 };
const shown = ({ entries, fills }: typeof now) => `entries ${entries}, fills ${fills}`;

let database: FreshDatabase;
let url: string;
let engine: Engine;
let client: Client;
let flow: OrderFlow;
const running: Projections[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  url = database.connectionString;
  engine = await openEngine({
    connectionString: url,
    genesis: practiceGenesis,
    bootstrap: listing(users, symbols),
    tuning: patientTuning,
  });
  client = new Client({ connectionString: url });
  await client.connect();
  flow = new OrderFlow(77, users, symbols);
});

afterEach(async () => {
  for (const each of children.splice(0)) each.kill('SIGKILL');
  for (const projections of running.splice(0)) await projections.stop();
  await client.end();
  await engine.stop();
  await database.drop();
});

async function start(models?: readonly ReadModel[]): Promise<Projections> {
  const projections = await startProjections({
    connectionString: url,
    engine,
    ...(models === undefined ? {} : { models, flushRows: 200 }),
  });
  running.push(projections);
  return projections;
}

async function stop(): Promise<void> {
  for (const projections of running.splice(0)) await projections.stop();
}

/** Sends commands of a random market; returns the last one's sequence number. */
async function trade(commands: number): Promise<number> {
  let last = 0;
  for (let sent = 0; sent < commands; sent += 20) {
    const lot = Array.from({ length: 20 }, () => flow.next(Date.now()));
    const answers = await Promise.all(lot.map((each) => engine.submit(each)));
    for (const [index, { seq, outcome }] of answers.entries()) {
      last = Math.max(last, seq);
      if (statusOf(outcome) === 'open')
        flow.openOrders.push({ userId: lot[index]?.userId as number, orderId: idOf(outcome) });
    }
  }
  return last;
}

/** Runs today's versions over a market, so that there is something to upgrade. */
async function earlierTables(): Promise<void> {
  const earlier = await start();
  expect(await earlier.caughtUp(await trade(1_500), PATIENCE_MS)).toBe(true);
  await stop();
}

async function versions(): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; version: number }>(
    'SELECT name, version FROM projections.versions WHERE name = ANY ($1)',
    [changed],
  );
  return Object.fromEntries(rows.map(({ name, version }) => [name, version]));
}

async function hasDraft(): Promise<boolean> {
  const { rows } = await client.query("SELECT 1 FROM pg_namespace WHERE nspname = 'projections_draft'");
  return rows.length > 0;
}

/** The versions that serve and if there is a draft, as one snapshot sees them. */
async function stage(): Promise<string> {
  const { rows } = await client.query<{ stage: string }>(
    `SELECT string_agg(name || ' ' || version, ', ' ORDER BY name) ||
       CASE WHEN EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = 'projections_draft') THEN ', draft' ELSE '' END
       AS stage
     FROM projections.versions WHERE name = ANY ($1)`,
    [changed],
  );
  return rows[0]?.stage ?? '';
}

async function expectSameAsRebuilt(models: readonly ReadModel[] = nextModels()): Promise<void> {
  const rebuilt = await rebuild({
    connectionString: url,
    replay: (afterSeq) => readCommitted({ connectionString: url, afterSeq }),
    models,
  });
  expect(rebuilt.tables.filter(({ identical }) => identical !== true)).toEqual([]);
  const filled = rebuilt.tables.filter(({ rows }) => rows > 100).map(({ table }) => table);
  expect(filled).toEqual(expect.arrayContaining(['entries', 'fills', 'orders', 'trades']));
}

/** Reads a table again and again: every row once, and never fewer rows than before. */
async function watch(table: Table, isOver: () => boolean): Promise<number> {
  const reader = new Client({ connectionString: url });
  await reader.connect();
  let rowsBefore = 0;
  let seqBefore = 0;
  let reads = 0;
  try {
    while (!isOver()) {
      const { rows } = await reader.query<{ rows: string; keys: string; seq: string }>(
        `SELECT count(*) AS rows, count(DISTINCT (${table.key.join(', ')})) AS keys, max(seq) AS seq
         FROM projections.${table.name}`,
      );
      const count = Number(rows[0]?.rows);
      expect(Number(rows[0]?.keys)).toBe(count);
      expect(count).toBeGreaterThanOrEqual(Math.max(1, rowsBefore));
      expect(Number(rows[0]?.seq)).toBeGreaterThanOrEqual(seqBefore);
      rowsBefore = count;
      seqBefore = Number(rows[0]?.seq);
      reads += 1;
    }
    return reads;
  } finally {
    await reader.end();
  }
}

test('readers notice nothing of an upgrade under load', async () => {
  await earlierTables();
  const upgraded = await start(nextModels());
  let isOver = false;
  const readers = ['orders', 'trades', 'fills', 'entries'].map((name) =>
    watch(tables.find((table) => table.name === name) as Table, () => isOver),
  );
  const seen = new Set<string>();
  const looking = (async () => {
    while (!isOver) seen.add(await stage());
  })();
  const userId = firstUserId;
  let bills = 0;
  let swapped = false;
  for (let round = 0; !swapped || round < 10; round++) {
    // Everybody reads what they wrote, before, during and after the swap.
    expect(await upgraded.caughtUp(await trade(40), PATIENCE_MS)).toBe(true);
    const { rows } = await upgraded.bills.bills({ userId, limit: 500 });
    expect(rows.length).toBeGreaterThanOrEqual(bills);
    bills = rows.length;
    swapped = (await versions()).fills === next.fills;
  }
  isOver = true;
  await looking;
  for (const reads of await Promise.all(readers)) expect(reads).toBeGreaterThan(5);
  // Both tables moved at once, and the earlier ones served while the next ones were filled.
  expect([...seen].sort()).toEqual([`${shown(now)}, draft`, shown(next)]);
  await upgraded.caughtUp(await trade(40), PATIENCE_MS);
  await stop();
  expect((await client.query('SELECT 1 FROM projections.fills WHERE price_by_lots = -1')).rows).toEqual([]);
  await expectSameAsRebuilt();
});

/** Runs the writer of the next versions in a process until it kills itself at a command, or serves them. */
async function child(dieAt: number | null): Promise<readonly string[]> {
  const script = join(import.meta.dirname, 'upgrading-process.ts');
  const process_ = spawn(process.execPath, [script, url, dieAt === null ? '' : String(dieAt)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(process_);
  let output = '';
  const isOver = new Promise<void>((resolve) => process_.once('exit', () => resolve()));
  process_.stdout.on('data', (data: Buffer) => {
    output += String(data);
    if (output.includes('The filled read models serve')) process_.kill('SIGKILL');
  });
  await isOver;
  return output.split('\n').filter((line) => line !== '');
}

const fillingOf = (lines: readonly string[]) =>
  Number(/^filling after (\d+)$/.exec(lines.find((line) => line.startsWith('filling')) ?? '')?.[1]);

test('a writer that is killed while it fills goes on where it was, and loses nothing', async () => {
  await earlierTables();
  const head = engine.status().committedSeq;
  const before = await client.query('SELECT count(*) FROM projections.fills');
  let covered = 0;
  for (const share of [0.01, 0.4, 0.9]) {
    const lines = await child(Math.round(head * share));
    expect(fillingOf(lines)).toBeGreaterThanOrEqual(covered);
    const draft = await client.query<{ seq: string }>('SELECT seq FROM projections_draft.cursor');
    covered = Number(draft.rows[0]?.seq);
    // The earlier version serves, and only it.
    expect(await versions()).toEqual(now);
    expect((await client.query('SELECT count(*) FROM projections.fills')).rows).toEqual(before.rows);
  }
  expect(covered).toBeGreaterThan(0);

  // A reader that does not let go holds up the swap, and nobody else; the writer dies before it succeeds.
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE projections.fills IN ACCESS SHARE MODE');
  const waiting = child(null);
  await eventually(async () => {
    const { rows } = await client.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'candor-projections' AND query LIKE 'LOCK TABLE%'",
    );
    expect(rows.length).toBeGreaterThan(0);
  });
  expect(await versions()).toEqual(now);
  expect(
    Number((await client.query('SELECT count(*) FROM projections.fills')).rows[0].count),
  ).toBeGreaterThan(0);
  await holder.query('ROLLBACK');
  await holder.end();
  const lines = await waiting;
  expect(fillingOf(lines)).toBe(covered);
  expect(await versions()).toEqual(next);
  expect(await hasDraft()).toBe(false);
  await expectSameAsRebuilt();
});

test('a new table serves when it is filled, and is not read before', async () => {
  await earlierTables();
  await client.query("DROP TABLE projections.trades; DELETE FROM projections.versions WHERE name = 'trades'");
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE projections.versions IN SHARE MODE');
  const again = await start();
  await expect(again.spot.recentTrades(1, 10)).rejects.toMatchObject({ name: 'TableNotServingError' });
  expect((await again.spot.orders({ userId: firstUserId, limit: 10 })).rows).toHaveLength(10);
  await holder.query('ROLLBACK');
  await holder.end();
  await eventually(async () => expect(await again.spot.recentTrades(1, 10)).toHaveLength(10));
  expect(await again.caughtUp(await trade(40), PATIENCE_MS)).toBe(true);
  await stop();
  await expectSameAsRebuilt(Object.values(readModels));
});

test('one table is rebuilt and the others are left alone', async () => {
  const live = await start();
  expect(await live.caughtUp(await trade(300), PATIENCE_MS)).toBe(true);
  await client.query(
    'UPDATE projections.fills SET fee = fee + 1; UPDATE projections.orders SET fee = fee + 1',
  );
  const replay = (afterSeq: number) => readCommitted({ connectionString: url, afterSeq });
  const rebuilt = await rebuild({ connectionString: url, replay, tables: ['fills'] });
  expect(rebuilt.tables).toEqual([{ table: 'fills', rows: expect.any(Number), identical: false }]);
  // The writer that runs goes on with the new table.
  expect(await live.caughtUp(await trade(100), PATIENCE_MS)).toBe(true);
  await stop();
  const whole = await rebuild({ connectionString: url, replay });
  expect(whole.tables.filter(({ identical }) => identical !== true).map(({ table }) => table)).toEqual([
    'orders',
  ]);
  await expect(rebuild({ connectionString: url, replay, tables: ['fill'] })).rejects.toMatchObject({
    name: 'UnknownTableError',
  });
});
