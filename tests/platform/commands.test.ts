// Own server: commands reset, restart and rebuild it.
import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { freshDatabase } from '../support/postgres.ts';
import {
  begunDataDir,
  endAll,
  type ProgramOptions,
  root,
  startPatienceMs,
  startProgram,
  untilNobodyIn,
  untilReady,
} from '../support/program.ts';
import { registerTrader } from '../support/trader.ts';

const folders: string[] = [];
afterEach(() => endAll(...folders.splice(0)));

async function reset(options: ProgramOptions, ...args: string[]): Promise<{ code: unknown; said: string }> {
  const program = await startProgram({ ...options, command: [process.execPath, 'tools/reset.ts', ...args] });
  return { code: await program.ended, said: program.output() };
}

async function begun(): Promise<string> {
  const dataDir = await begunDataDir();
  folders.push(dataDir);
  return dataDir;
}

test('reset does nothing unasked, says what it would do, and empties the folder when told to', async () => {
  const dataDir = await begun();
  const unasked = await reset({ dataDir });
  expect(unasked.code).toBe(1);
  expect(unasked.said).toContain(`This deletes everything in ${dataDir}`);
  expect(unasked.said).toContain('Nothing was deleted.');
  expect(readdirSync(dataDir)).toContain('postgres');
  expect(await reset({ dataDir }, '--yes')).toMatchObject({ code: 0 });
  expect(readdirSync(dataDir).filter((name) => !name.startsWith('lock'))).toEqual([]);
  const again = await startProgram({ dataDir });
  await again.ready();
  expect(again.output()).toMatch(/Making the database/);
});

test('reset leaves a running server alone', async () => {
  const running = await startProgram({ dataDir: await begun() });
  await running.ready();
  const { code, said } = await reset({ dataDir: running.dataDir }, '--yes');
  expect(code).toBe(1);
  expect(said).toMatch(/Another Candor \(process \d+\) is running/);
  expect(readdirSync(running.dataDir)).toContain('postgres');
});

test('a server runs on a database of one’s own, outlives a break of it, and reset takes out exactly what it made there', async () => {
  const database = await freshDatabase();
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  const schemas = async () => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'",
    );
    return rows.map(({ name }) => name).sort();
  };
  try {
    await client.query('CREATE SCHEMA mine');
    const env = { DATABASE_URL: database.connectionString };
    const program = await startProgram({ env });
    folders.push(program.dataDir);
    const { url } = await program.ready();
    await untilReady(url);
    expect(readdirSync(program.dataDir)).not.toContain('postgres');
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await until('the break to be noticed', () => program.output().includes('The journal is ready again'));
    await untilReady(url);
    await registerTrader(url, 'after_the_break');
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    expect((await schemas()).length).toBeGreaterThan(5);
    expect(await reset({ dataDir: program.dataDir, env }, '--yes')).toMatchObject({ code: 0 });
    expect(await schemas()).toEqual(['mine', 'public']);
  } finally {
    await client.end();
    await database.drop();
  }
});

function freePort(): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(String(typeof address === 'object' ? address?.port : '')));
    });
  });
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const untilMs = Date.now() + startPatienceMs;
  while (!(await holds())) {
    if (Date.now() > untilMs) throw new Error(`In vain waited for: ${what}`);
    await sleep(100);
  }
}

test('dev serves pages that reload, restarts the server when its source changes, and stops as a whole', async () => {
  const [port, consolePort] = [await freePort(), await freePort()];
  const program = await startProgram({
    dataDir: await begun(),
    command: [process.execPath, 'tools/dev.ts'],
    env: { PORT: port, CONSOLE_PORT: consolePort },
  });
  const ready = () => program.output().match(/Candor is ready/g)?.length ?? 0;
  await until('the server', () => ready() === 1);
  for (const place of [port, consolePort]) {
    const page = await fetch(`http://localhost:${place}/`);
    expect(await page.text()).toContain('/@vite/client');
  }
  const coins = await fetch(`http://localhost:${port}/api/common/getCoinList`, { method: 'POST' });
  expect(await coins.json()).toMatchObject({ code: 200 });
  const source = join(root, 'apps/server/program/start/welcome.ts');
  readFileSync(source);
  utimesSync(source, new Date(), new Date());
  await until('the restart', () => ready() === 2);
  program.child.kill('SIGTERM');
  await program.ended;
  expect(await untilNobodyIn(program.dataDir)).toEqual([]);
});
