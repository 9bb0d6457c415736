// Own server: it is stopped and killed.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { PATIENCE_MS } from '../support/patience.ts';
import {
  begunDataDir,
  endAll,
  type ProgramOptions,
  processesIn,
  type RunningProgram,
  startProgram,
  untilNobodyIn,
  untilReady,
} from '../support/program.ts';

const folders: string[] = [];
afterEach(() => endAll(...folders.splice(0)));

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
  const control = await readFile(join(program.dataDir, 'postgres', 'cluster', 'global', 'pg_control'));
  expect(control.readUInt32LE(STATE_AT)).toBe(SHUT_DOWN);
}

/** Offset of the state in `ControlFileData` of PostgreSQL's catalog/pg_control.h, and its value after a clean stop. */
const STATE_AT = 16;
const SHUT_DOWN = 1;

test('each signal stops the server and its PostgreSQL, and the next start has nothing to recover', async () => {
  let dataDir = await begunDataDir();
  const first = await running({ dataDir });
  ({ dataDir } = first);
  first.child.kill('SIGTERM');
  await expectClean(first, 0);
  expect(first.output()).not.toMatch(/earlier run|recover/i);
  // the same signal twice, and another one after it, change nothing
  const program = await running({ dataDir });
  expect(program.output()).not.toMatch(/earlier run|recover/i);
  program.child.kill('SIGINT');
  program.child.kill('SIGINT');
  await sleep(5);
  program.child.kill('SIGTERM');
  await expectClean(program, 0);
  expect(program.output().match(/^Stopping$/gm)).toHaveLength(1);
});

test('the rotation of a log, which sends SIGHUP, stops nothing', async () => {
  const program = await running();
  const { url } = await program.ready();
  program.child.kill('SIGHUP');
  // the answers come after the signal, and from a program that runs
  for (let asked = 0; asked < 10; asked += 1) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(program.output()).not.toMatch(/^Stopping$/m);
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
  // a start right after waits for the PostgreSQL that is still going down
  again.child.kill('SIGKILL');
  const last = await running({ dataDir: program.dataDir });
  last.child.kill('SIGTERM');
  expect(await last.ended).toBe(0);
});

test('PostgreSQL that dies is started again, and the stop is clean after it', async () => {
  const program = await running();
  const [postmaster] = await processesIn(program.dataDir);
  process.kill(postmaster as number, 'SIGKILL');
  await vi.waitFor(async () => {
    expect(program.output()).toMatch(/postgres ended \(SIGKILL\); it is started again/);
    const pids = await processesIn(program.dataDir);
    expect(pids).not.toEqual([]);
    expect(pids).not.toContain(postmaster);
  }, PATIENCE_MS);
  const { url } = await program.ready();
  await untilReady(url);
  program.child.kill('SIGTERM');
  await expectClean(program, 0);
});
