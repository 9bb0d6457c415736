import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '@candor/journal';
import { JournalError } from '@candor/journal';
import { idOf } from '@candor/kernel';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../../apps/server/base/postgres/launch.ts';
import { OrderFlow } from '../../tools/workload/exchange.ts';
import { statusOf } from '../../tools/workload/outcomes.ts';
import { eventually } from '../support/patience.ts';
import { expectOrdersWhole, expectSound, open, query, symbols, until, users } from './support.ts';

let dataDir: string;
let postgres: Postgres;
let engine: Engine | null = null;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'candor-kill-'));
  postgres = await startPostgres({ dataDir, log: () => {} });
});

afterEach(async () => {
  await engine?.stop();
  engine = null;
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Sends orders without a pause until told to end; remembers what was acknowledged and what was refused. */
function load(target: Engine, seed: number) {
  const flow = new OrderFlow(seed, users, symbols);
  const acknowledged = new Set<number>();
  const refused = new Map<string, number>();
  let ended = false;
  const senders = Array.from({ length: 32 }, async () => {
    while (!ended)
      try {
        const submission = flow.next(Date.now());
        const { seq, outcome } = await target.submit(submission);
        acknowledged.add(seq);
        if (outcome.ok && statusOf(outcome) === 'open')
          flow.openOrders.push({ userId: submission.userId, orderId: idOf(outcome) });
      } catch (error) {
        const code = error instanceof JournalError ? error.code : String(error);
        refused.set(code, (refused.get(code) ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
  });
  const end = async () => {
    ended = true;
    await Promise.all(senders);
  };
  return { acknowledged, refused, end };
}

async function expectNothingLost(acknowledged: ReadonlySet<number>, target: Engine): Promise<void> {
  const replay = await expectSound(postgres.connectionString, target);
  for (const seq of acknowledged) expect(replay.outcomes.has(seq)).toBe(true);
  await expectOrdersWhole(target, replay);
}

test('PostgreSQL killed in the midst of commits: refuses, says so, and recovers by itself', async () => {
  const target = await open(postgres.connectionString);
  engine = target;
  for (let kill = 0; kill < 3; kill++) {
    const run = load(target, kill);
    await until(
      () => run.acknowledged.size,
      (count) => count > 300,
    );
    process.kill(postgres.pid, 'SIGKILL');
    await postgres.exited;
    await until(
      () => target.status(),
      (status) => status.state === 'recovering' && status.reason !== null,
    );
    const late = target.submit({ userId: 0, key: null, bodyHash: null, body: { type: 'tick' } });
    await expect(late).rejects.toMatchObject({ code: 'NOT_READY' });
    const before = run.acknowledged.size;
    postgres = await startPostgres({ dataDir, log: () => {} });
    await until(
      () => target.status(),
      (status) => status.state === 'ready',
    );
    await until(
      () => run.acknowledged.size,
      (count) => count > before + 100,
    );
    await run.end();
    await expectNothingLost(run.acknowledged, target);
  }
  expect(target.status().epoch).toBeGreaterThanOrEqual(4);
});

test('a full disk: refuses, and goes on when there is room again', async () => {
  const target = await open(postgres.connectionString);
  engine = target;
  const run = load(target, 9);
  await until(
    () => run.acknowledged.size,
    (count) => count > 200,
  );
  // PostgreSQL answers with disk_full, as it does when the file system has no room for the next row.
  await query(
    postgres.connectionString,
    `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
     CREATE TRIGGER no_room BEFORE INSERT ON journal.batches FOR EACH ROW EXECUTE FUNCTION no_room()`,
  );
  await until(
    () => run.refused.get('NOT_COMMITTED') ?? 0,
    (count) => count > 0,
  );
  await query(postgres.connectionString, 'DROP TRIGGER no_room ON journal.batches');
  const before = run.acknowledged.size;
  await until(
    () => run.acknowledged.size,
    (count) => count > before + 200,
  );
  await run.end();
  await expectNothingLost(run.acknowledged, target);
});

test.each(['fsync', 'full_page_writes'])('a server with %s off is refused', async (setting) => {
  const url = postgres.connectionString;
  await query(url, `ALTER SYSTEM SET ${setting} = off`);
  await query(url, 'SELECT pg_reload_conf()');
  const shown = async () =>
    (await query<{ value: string }>(url, 'SELECT current_setting($1) AS value', [setting]))[0]?.value;
  await eventually(async () => expect(await shown()).toBe('off'));
  await expect(open(url)).rejects.toMatchObject({
    code: 'DATABASE_UNSAFE',
    message: expect.stringContaining(`${setting} = off`),
  });
});
