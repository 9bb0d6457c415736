import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isLongRun } from '../support/long-run.ts';
import { inTurn, isQuick } from '../support/suite.ts';
import chosen from './chosen.json' with { type: 'json' };
import { unmet } from './expected.ts';
import { readOptions } from './options.ts';
import { runSeeds, seedsFrom } from './pool.ts';
import { PLANTS } from './products/index.ts';

const MOST_SEEDS = 500;
/** A quick run takes these in turn; it need not meet every fault. */
const QUICK_SEEDS = 5;
const QUICK_PLANTS = 8;
/**
 * Seeds that run in any case; then more follow, block by block, until everything was met. Those of `npm test` were
 * chosen so that they meet it (`choose.ts`).
 */
const SEEDS: readonly number[] = isLongRun
  ? seedsFrom(1, MOST_SEEDS)
  : inTurn('seeds of the simulator', chosen.seeds, QUICK_SEEDS);
const BLOCK = 20;
const COMMANDS = 2_000;
/** The number of seeds in which a planted bug must be found. */
const PLANT_SEEDS = 120;
const PLANT_COMMANDS = 2_000;
/** Seeds that run twice. */
const TWICE: readonly number[] = isLongRun ? [77, 78, 79] : [77];
const threads = Math.min(2, availableParallelism());
/** The shortest runs that found a planted bug. They are tried first; all seeds follow. */
const FOUND_BY: Readonly<Record<string, { seed: number; commands: number }>> = chosen.plants;

test(`${SEEDS.length} seeds of ${COMMANDS} commands hold, and as many more as meet every fault`, {
  timeout: 1_200_000,
}, async () => {
  const faults = new Map<string, number>();
  const met = new Map<string, number>();
  let others = seedsFrom(1, MOST_SEEDS).filter((seed) => !SEEDS.includes(seed));
  for (let seeds = SEEDS; seeds.length > 0; ) {
    const result = await runSeeds({ seeds, commands: COMMANDS, threads, plant: null });
    expect(result.failed).toBeNull();
    expect(result.ran).toBe(seeds.length);
    for (const [name, times] of result.faults) faults.set(name, (faults.get(name) ?? 0) + times);
    for (const [name, times] of result.met) met.set(name, (met.get(name) ?? 0) + times);
    seeds = !isQuick && unmet({ faults, met }).length > 0 ? others.slice(0, BLOCK) : [];
    others = others.slice(BLOCK);
  }
  if (!isQuick) expect(unmet({ faults, met })).toEqual([]);
});

test('a seed is one run: twice the same commands, faults and states', async () => {
  const run = async () => {
    const lines: string[] = [];
    await runSeeds({
      seeds: TWICE,
      commands: COMMANDS,
      threads: 1,
      plant: null,
      onSeed: (report) => lines.push(JSON.stringify(report)),
    });
    return lines;
  };
  const first = await run();
  expect(first).toHaveLength(TWICE.length);
  expect(await run()).toEqual(first);
});

test.each(
  inTurn('plants of the simulator', PLANTS, QUICK_PLANTS).map((plant) => [plant.name, plant] as const),
)('a planted bug is found: %s', async (_, plant) => {
  const input = { commands: PLANT_COMMANDS, threads, plant };
  const { seed, commands } = FOUND_BY[plant.name] ?? { seed: 1, commands: PLANT_COMMANDS };
  const first = await runSeeds({ ...input, commands, seeds: [seed] });
  const { failed } =
    first.failed === null ? await runSeeds({ ...input, seeds: seedsFrom(1, PLANT_SEEDS) }) : first;
  expect(failed?.error).toMatch(plant.breaks);
});

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
