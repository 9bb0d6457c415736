import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { unmet } from './expected.ts';
import { readOptions } from './options.ts';
import { runSeeds } from './pool.ts';
import { PLANTS } from './products/index.ts';

/** As many as must meet every fault; `SIM_SEEDS` changes it. */
const SEEDS = Number(process.env.SIM_SEEDS ?? 500);
const SEEDS_THAT_MEET_ALL = 500;
const COMMANDS = 2_000;
/** The number of seeds in which a planted bug must be found; the rarest needs 82. */
const PLANT_SEEDS = 120;
const PLANT_COMMANDS = 2_000;
const threads = Math.min(2, availableParallelism());

test(`${SEEDS} seeds of ${COMMANDS} commands hold`, {
  timeout: 1_200_000,
}, async () => {
  const result = await runSeeds({ seed: 1, seeds: SEEDS, commands: COMMANDS, threads, plant: null });
  expect(result.failed).toBeNull();
  expect(result.ran).toBe(SEEDS);
  if (SEEDS >= SEEDS_THAT_MEET_ALL) expect(unmet(result)).toEqual([]);
});

test('a seed is one run: twice the same commands, faults and states', async () => {
  const run = async () => {
    const lines: string[] = [];
    await runSeeds({
      seed: 77,
      seeds: 3,
      commands: COMMANDS,
      threads: 1,
      plant: null,
      onSeed: (report) => lines.push(JSON.stringify(report)),
    });
    return lines;
  };
  const first = await run();
  expect(first).toHaveLength(3);
  expect(await run()).toEqual(first);
});

test.each(PLANTS.map((plant) => [plant.name, plant] as const))(
  'a planted bug is found: %s',
  {
    timeout: 300_000,
  },
  async (_, plant) => {
    const input = { seed: 1, seeds: PLANT_SEEDS, commands: PLANT_COMMANDS, threads };
    const { failed } = await runSeeds({ ...input, plant });
    expect(failed?.error).toMatch(plant.breaks);
  },
);

describe('the command', () => {
  const run = async (...args: string[]) => {
    const main = join(import.meta.dirname, 'main.ts');
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [main, ...args]);
      return { code: 0, stdout };
    } catch (error) {
      return error as { code: number; stdout: string };
    }
  };

  test('ends with 0 when all seeds hold', async () => {
    const { code, stdout } = await run('--seed', '3', '--commands', '200', '--seeds', '2');
    expect(stdout).toMatch(/2 seeds held/);
    expect(code).toBe(0);
  });

  test('ends with 1 at the first seed that fails, and says how to replay it', async () => {
    const { code, stdout } = await run(
      '--seeds',
      '9',
      '--commands',
      '300',
      '--plant',
      'spot-money-from-nothing',
    );
    const seed = /seed (\d+) failed/.exec(stdout)?.[1];
    expect(stdout).toContain(`npm run sim -- --seed ${seed} --commands 300 --plant spot-money-from-nothing`);
    expect(code).toBe(1);
    const again = await run('--seed', `${seed}`, '--commands', '300', '--plant', 'spot-money-from-nothing');
    expect(again.stdout).toContain(`seed ${seed} failed`);
    expect(again.code).toBe(1);
  });

  test('names the plants, and refuses what it does not know', async () => {
    const { stdout } = await run('--plant', 'list');
    for (const { name } of PLANTS) expect(stdout).toContain(name);
    expect((await run('--plant', 'nothing')).code).toBe(2);
    expect((await run('--sed', '1')).code).toBe(2);
    expect(() => readOptions(['--seeds', '0'], 1)).toThrow(RangeError);
  });
});
