import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { endWithMe } from './end-with-me.ts';
import { eventually } from './patience.ts';
import { groupMembers } from './process-group.ts';
import { cleanEnvironment, root } from './program.ts';

let runner: ChildProcess | null = null;
let group = 0;

afterEach(() => {
  runner?.kill('SIGKILL');
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
});

/** Starts a script that prints the number of the group that it started, and waits for both members. */
async function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  runner = spawn(command, args, {
    cwd: root,
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithMe(runner);
  const [line] = (await once(createInterface({ input: runner.stdout! }), 'line')) as [string];
  group = Number(line);
  await eventually(async () => expect((await groupMembers(group)).length).toBeGreaterThanOrEqual(2));
}

const nothingLeft = () => eventually(async () => expect(await groupMembers(group)).toEqual([]));

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'what a test started ends with its worker at %s',
  async (signal) => {
    await start(process.execPath, ['tests/support/doomed-worker.ts']);
    runner!.kill(signal);
    await nothingLeft();
  },
);

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'what a test started ends with the run at %s',
  async (signal) => {
    await start(process.execPath, ['tests/support/doomed-run.ts']);
    runner!.kill(signal);
    await nothingLeft();
  },
);

test('what a test started ends with the npm that started the run', async () => {
  const script = '"$0" tests/support/doomed-run.ts & wait';
  await start('sh', ['-c', script, process.execPath], { npm_lifecycle_event: 'test' });
  runner!.kill('SIGKILL');
  await nothingLeft();
});
