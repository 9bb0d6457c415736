// Own server: supervisors of dummies are killed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartupError } from '../../apps/server/base/errors/startup-error.ts';
import type { ProcessState } from '../../apps/server/program/start/roles/messages.ts';
import { createSupervisor, type Supervisor } from '../../apps/server/program/start/roles/supervise.ts';
import type { ProcessSpec } from '../../apps/server/program/start/roles/supervised.ts';
import type { DummyInput } from '../support/dummy-role.ts';
import { eventually } from '../support/patience.ts';
import { endAll, startProgram } from '../support/program.ts';

let supervisor: Supervisor;
let logged: string[];
let told: unknown[];
const folder = mkdtempSync(join(tmpdir(), 'candor-supervisor-'));
const stopFile = join(folder, 'stopped');

beforeEach(async () => {
  logged = [];
  told = [];
  const log = (line: string) => void logged.push(line);
  supervisor = await createSupervisor({ env: process.env, say: log, log, onLost: log, stopPatienceMs: 500 });
});
afterEach(async () => {
  await supervisor.stop();
  await endAll();
  rmSync(stopFile, { force: true });
});

const damaged = () => {
  throw new StartupError('DATA_FOLDER_FOREIGN', 'The folder is damaged.');
};

function dummy(name: string, does: DummyInput['does'], more: Partial<ProcessSpec> = {}): ProcessSpec {
  return {
    name,
    entry: join(import.meta.dirname, '../support/dummy-role.ts'),
    input: () => ({ logLevel: 'warn', does, stopFile }) satisfies DummyInput,
    answers: { greeting: () => 'hello', never: () => new Promise(() => {}), damaged },
    layer: 0,
    onTold: (fact, value) => void told.push([fact, value]),
    ...more,
  };
}

const stateOf = (name: string): ProcessState => supervisor.processes().find((each) => each.name === name)!;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a process is ready when it says so, tells what it knows, and hears what it asks', async () => {
  await supervisor.start(dummy('one', 'runs'));
  expect(stateOf('one')).toMatchObject({ state: 'ready', restarts: 0, reasons: {} });
  await eventually(() => expect(told).toEqual([['greeting', new Map([['one', 'hello']])]]));
  const vitals = await supervisor.ask('one', 'vitals');
  expect(vitals).toMatchObject({ utilisation: expect.any(Number), residentBytes: expect.any(Number) });
  await expect(supervisor.ask('one', 'nonsense')).rejects.toThrow('nothing answers nonsense here');
});

test('a start that meets a database in recovery is made again, and ends nobody', async () => {
  let away = 3;
  const answers = { ...dummy('one', 'runs').answers, away: () => away-- > 0 };
  await supervisor.start(dummy('one', 'meets-a-recovery', { answers }));
  expect(stateOf('one')).toMatchObject({ state: 'ready', restarts: 3 });
});

test('a process may start with an environment of its own', async () => {
  const environment = (shared: NodeJS.ProcessEnv) => ({ ...shared, DUMMY_SETTING: 'own' });
  await supervisor.start(dummy('one', 'runs', { environment }));
  await supervisor.start(dummy('two', 'runs'));
  expect(await supervisor.ask('one', 'setting')).toBe('own');
  expect(await supervisor.ask('two', 'setting')).toBe(null);
});

test.each([
  ['fails', Error, /met an error of its own in one:\nError: it broke\n +at /],
  ['fails-mendably', StartupError, /^Port 80 is taken. Choose another.$/],
  ['asks-in-vain', StartupError, /^The folder is damaged.$/],
] as const)(
  'one that %s at its first start is an error of the start, and is not tried again',
  async (does, type, words) => {
    const error = await supervisor.start(dummy('one', does)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(type);
    expect((error as Error).message).toMatch(words);
    expect(stateOf('one')).toMatchObject({ state: 'gone', pid: null });
  },
);

test('one that is killed is started again, and those that hear of the others learn it', async () => {
  await supervisor.start(dummy('one', 'runs'));
  await supervisor.start(dummy('hears', 'runs', { hearsOthers: true }));
  const { pid } = stateOf('one');
  process.kill(pid!, 'SIGKILL');
  await eventually(() => expect(stateOf('one')).toMatchObject({ state: 'ready', restarts: 1 }));
  expect(stateOf('one').pid).not.toBe(pid);
  expect(logged).toEqual(['one ended (SIGKILL); it is started again']);
  await eventually(async () => expect(await supervisor.ask('hears', 'others')).toEqual({}));
  void supervisor.start(dummy('slow', 'never-ready'));
  await eventually(async () =>
    expect(await supervisor.ask('hears', 'others')).toEqual({ slow: 'is starting' }),
  );
});

test('one that dies again and again is started ever more slowly', async () => {
  const atMs = performance.now();
  await supervisor.start(dummy('one', 'dies-soon'));
  await eventually(() => expect(stateOf('one').restarts).toBeGreaterThanOrEqual(4));
  // after pauses of 0, 100, 200 and 400 ms
  expect(performance.now() - atMs).toBeGreaterThan(700);
  expect(logged[0]).toBe('one ended (code 3); it is started again');
});

test('a stop ends higher layers first, and each process once', async () => {
  await supervisor.start(dummy('low', 'runs', { layer: 1 }));
  await supervisor.start(dummy('high', 'runs', { layer: 3 }));
  await supervisor.start(dummy('middle', 'runs', { layer: 2 }));
  await Promise.all([supervisor.stop(), supervisor.stop()]);
  expect(readFileSync(stopFile, 'utf8')).toBe('high\nmiddle\nlow\n');
  expect(logged).toEqual([]);
});

test('a stop ends one that is still starting', async () => {
  const started = supervisor.start(dummy('one', 'never-ready'));
  await eventually(() => expect(stateOf('one').pid).not.toBeNull());
  await supervisor.stop();
  expect(stateOf('one')).toMatchObject({ state: 'gone', pid: null });
  await expect(Promise.race([started, 'pending'])).resolves.toBe('pending');
});

test('one that does not stop in time is killed', async () => {
  await supervisor.start(dummy('one', 'holds-its-loop'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  await supervisor.stop();
  expect(stateOf('one').pid).toBeNull();
  expect(logged).toEqual(['one did not stop in time and was killed']);
});

test('a kill ends all at once, and a stop after it finds nothing to do', async () => {
  await supervisor.start(dummy('one', 'runs'));
  await supervisor.start(dummy('two', 'holds-its-loop'));
  await supervisor.kill();
  expect(supervisor.processes().map(({ pid }) => pid)).toEqual([null, null]);
  await supervisor.stop();
  expect(logged).toEqual([]);
});

const program = [process.execPath, 'tests/support/dummy-program.ts'] as const;
async function pidsOf(running: { output(): string }): Promise<number[]> {
  return eventually(() => JSON.parse(/^\[.*\]$/m.exec(running.output())![0]) as number[]);
}

test('nothing outlives a supervisor that is killed, not even what holds its loop', async () => {
  const running = await startProgram({ command: program, dataDir: folder });
  const pids = await pidsOf(running);
  expect(pids.every(isAlive)).toBe(true);
  running.child.kill('SIGKILL');
  await running.ended;
  await eventually(() => expect(pids.filter(isAlive)).toEqual([]));
});

test('a signal to the whole group is the supervisor’s to act on', async () => {
  const running = await startProgram({ command: program, dataDir: folder });
  const pids = await pidsOf(running);
  process.kill(-running.pid, 'SIGINT');
  process.kill(-running.pid, 'SIGINT');
  expect(await running.ended).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(running.output()).not.toMatch(/started again/);
});
