import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import {
  begunDataDir,
  endAll,
  type ProgramOptions,
  processesIn,
  type RunningProgram,
  removeBegun,
  startProgram,
  untilNobodyIn,
} from '../support/program.ts';

// Each test starts whole servers, one after the other.
vi.setConfig({ testTimeout: 180_000 });

const folders: string[] = [];
afterEach(() => endAll(...folders.splice(0)));
afterAll(removeBegun);

async function running(how: ProgramOptions = {}): Promise<RunningProgram> {
  const program = await startProgram({ ...how, dataDir: how.dataDir ?? (await begunDataDir()) });
  folders.push(program.dataDir);
  await program.ready();
  expect(await processesIn(program.dataDir), 'PostgreSQL runs').not.toEqual([]);
  return program;
}

const npm = { command: ['npm', 'start', '--', '--without-pages'] as [string, ...string[]] };

/** A clean stop: everything is down when the program is, and PostgreSQL had its checkpoint. */
async function expectClean(program: RunningProgram, code: number): Promise<void> {
  expect(await program.ended, program.output()).toBe(code);
  expect(await untilNobodyIn(program.dataDir, 0)).toEqual([]);
  expect(program.output()).not.toMatch(/did not stop/);
  const again = await running({ dataDir: program.dataDir });
  expect(again.output()).not.toMatch(/earlier run|recover/i);
  again.child.kill('SIGTERM');
  expect(await again.ended).toBe(0);
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s stops the server and its PostgreSQL',
  async (signal) => {
    const program = await running();
    program.child.kill(signal);
    await expectClean(program, 0);
  },
);

test('the same signal twice, and another one after it, change nothing', async () => {
  const program = await running();
  program.child.kill('SIGINT');
  program.child.kill('SIGINT');
  await sleep(5);
  program.child.kill('SIGTERM');
  await expectClean(program, 0);
  expect(program.output().match(/^Stopping$/gm)).toHaveLength(1);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s to npm alone stops everything', async (signal) => {
  const program = await running(npm);
  process.kill(program.pid, signal);
  await program.ended;
  expect(await untilNobodyIn(program.dataDir)).toEqual([]);
  expect(program.output()).toMatch(/^Stopping$/m);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s to the whole group of npm stops everything', async (signal) => {
  const program = await running(npm);
  process.kill(-program.pid, signal);
  process.kill(-program.pid, signal);
  await program.ended;
  expect(await untilNobodyIn(program.dataDir)).toEqual([]);
  expect(program.output()).toMatch(/^Stopping$/m);
});

test('a signal during the start stops what has begun', async () => {
  for (const delayMs of [150, 400, 700, 1000]) {
    const program = await startProgram();
    folders.push(program.dataDir);
    await sleep(delayMs);
    program.child.kill('SIGTERM');
    await program.ended;
    expect(await untilNobodyIn(program.dataDir), `after ${delayMs} ms`).toEqual([]);
    expect(program.output()).not.toMatch(/ {4}at /);
  }
});

test('kill -9 of the server takes PostgreSQL down too, and the next start recovers', async () => {
  const program = await running();
  program.child.kill('SIGKILL');
  expect(await program.ended).toBe('SIGKILL');
  expect(await untilNobodyIn(program.dataDir)).toEqual([]);
  const again = await running({ dataDir: program.dataDir });
  again.child.kill('SIGTERM');
  expect(await again.ended).toBe(0);
});

test('a start right after kill -9 waits for the PostgreSQL that is still going down', async () => {
  const program = await running();
  program.child.kill('SIGKILL');
  const again = await running({ dataDir: program.dataDir });
  again.child.kill('SIGTERM');
  expect(await again.ended).toBe(0);
});

test('when PostgreSQL dies, the server says so and ends', async () => {
  const program = await running();
  const [postmaster] = await processesIn(program.dataDir);
  process.kill(postmaster as number, 'SIGKILL');
  expect(await program.ended).toBe(1);
  expect(program.output()).toMatch(/Candor stops: (PostgreSQL ended by itself|the database was lost)/);
  expect(program.output()).not.toMatch(/ {4}at /);
});
