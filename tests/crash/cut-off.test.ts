import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '@candor/journal';
import { describe, expect, test } from 'vitest';
import { startPostgres } from '../../apps/server/base/postgres/launch.ts';
import { limitOrder, submission } from '../../tools/workload/exchange.ts';
import { eventually } from '../support/patience.ts';
import { databasePerTest } from './database.ts';
import { alice, expectSound, open, query, until } from './support.ts';
import { startWire } from './wire.ts';

const database = databasePerTest();

const order = (priceTicks: number, key: string | null = null) =>
  submission(alice, limitOrder(1, 'buy', priceTicks, 1_000_000), key);
const openOrders = (engine: Engine) => engine.read((view) => view.spot.openOrders(alice, null).length);

async function start(...options: Parameters<typeof open>): Promise<Engine> {
  const engine = await open(...options);
  database.atEnd(() => engine.stop());
  return engine;
}

describe('a commit with a warning', () => {
  /** The session that appends, while it waits for the standby. */
  const waiting = async (url: string) => {
    const [row] = await query<{ pid: number }>(
      url,
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'candor-journal' AND wait_event = 'SyncRep'",
    );
    expect(row).toBeDefined();
    return row!.pid;
  };

  test('is no commit: where the wait for an absent standby is cancelled, nobody is answered before it is there', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'candor-standby-'));
    database.atEnd(() => rm(dataDir, { recursive: true, force: true }));
    const postgres = await startPostgres({ dataDir, log: () => {} });
    database.atEnd(() => postgres.stop());
    const url = postgres.connectionString;
    const lines: string[] = [];
    const engine = await start(url, { log: (line) => lines.push(line) });
    const heard: number[] = [];
    engine.onCommitted(({ lastSeq, commands }) => commands.length > 0 && heard.push(lastSeq));
    await engine.submit(order(100));
    heard.length = 0;
    await query(url, "ALTER SYSTEM SET synchronous_standby_names = 'absent'");
    await query(url, 'SELECT pg_reload_conf()');
    await eventually(async () =>
      expect(await query(url, 'SHOW synchronous_standby_names')).toEqual([
        { synchronous_standby_names: 'absent' },
      ]),
    );
    let answers = 0;
    const placed = engine.submit(order(101, 'place:alone')).finally(() => {
      answers += 1;
    });
    // the row, then the epoch that its recovery takes: no warning of either is taken for a commit
    for (let cancelled = 0; cancelled < 3; cancelled += 1) {
      const pid = await eventually(() => waiting(url));
      await query(url, 'SELECT pg_cancel_backend($1)', [pid]);
      await until(
        () => engine.status(),
        ({ state, reason }) => state === 'recovering' && /standby|warning|synchronous/.test(reason ?? ''),
      );
      expect(answers).toBe(0);
      expect(heard).toEqual([]);
      await expect(openOrders(engine)).rejects.toMatchObject({ code: 'NOT_READY' });
    }
    expect(lines.join('\n')).toMatch(/committed with a warning/);
    await query(url, 'ALTER SYSTEM RESET synchronous_standby_names');
    await query(url, 'SELECT pg_reload_conf()');
    const { seq, outcome } = await placed;
    expect(outcome).toMatchObject({ ok: true });
    expect(heard).toEqual([seq]);
    expect(await openOrders(engine)).toBe(2);
    await expectSound(url, engine);
  });
});

describe('a core that was cut off', () => {
  const quick = { headCheckMs: 50, headStaleMs: 400 };

  test('answers no read once the epoch is another’s, although nothing is appended', async () => {
    const engine = await start(database.url, { tuning: quick });
    await engine.submit(order(100));
    await query(database.url, "UPDATE journal.head SET epoch = epoch + 1, writer = 'somebody else'");
    await until(
      () => engine.status().state,
      (state) => state === 'failed',
    );
    await expect(openOrders(engine)).rejects.toMatchObject({ code: 'NOT_READY' });
  });

  test('answers no read while PostgreSQL is silent, and answers again alone', async () => {
    const engine = await start(database.url, { tuning: quick });
    await engine.submit(order(100));
    const [row] = await query<{ pid: number }>(
      database.url,
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'candor-journal' AND datname = current_database()`,
    );
    process.kill(row!.pid, 'SIGSTOP');
    try {
      await until(
        () => engine.status(),
        ({ state, reason }) => state === 'recovering' && reason !== null,
      );
      await expect(openOrders(engine)).rejects.toMatchObject({ code: 'NOT_READY' });
    } finally {
      process.kill(row!.pid, 'SIGCONT');
    }
    expect(await eventually(() => openOrders(engine))).toBe(1);
    // the state in memory was the journal's all the while
    expect(engine.status()).toMatchObject({ state: 'ready', epoch: 1 });
  });

  test('recovers on another connection where the silence lasts', async () => {
    const wire = await startWire(database.url);
    database.atEnd(() => wire.close());
    const engine = await start(wire.connectionString, { tuning: { ...quick, commitTimeoutMs: 800 } });
    await engine.submit(order(100));
    wire.swallowAnswers();
    await eventually(() => expect(openOrders(engine)).rejects.toMatchObject({ code: 'NOT_READY' }));
    await until(
      () => engine.status().reason ?? '',
      (reason) => reason.includes('not answered'),
    );
    wire.cut();
    expect(await eventually(() => openOrders(engine))).toBe(1);
    await expectSound(database.url, engine);
  });

  test('a read after a stall of the process waits for no timer to be refused', async () => {
    const engine = await start(database.url, { tuning: { headCheckMs: 50, headStaleMs: 200 } });
    await engine.submit(order(100));
    const endMs = performance.now() + 300;
    while (performance.now() < endMs);
    await expect(openOrders(engine)).rejects.toMatchObject({ code: 'NOT_READY' });
    expect(await eventually(() => openOrders(engine))).toBe(1);
  });
});
