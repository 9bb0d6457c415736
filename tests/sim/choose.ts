/**
 * Chooses the seeds of `npm test` and writes them to chosen.json: `node tests/sim/choose.ts [plant …]`. Together they meet all that
 * must be met, and each planted bug gets a short run
 * that finds it. Run it after a new product or another rule: the test
 * holds without, but seeks through all seeds for what the chosen ones no longer meet.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/run.ts';
import chosen from './chosen.json' with { type: 'json' };
import { unmet } from './expected.ts';
import type { Plant } from './plant.ts';
import { runSeeds, seedsFrom } from './pool.ts';
import { PLANTS } from './products/index.ts';

const COMMANDS = 2_000;
const THREADS = 2;
const BLOCK = 20;
const MOST_SEEDS = 500;
/** Commands of the runs that are tried for a planted bug, and the seeds of each. */
const SHORT_RUNS = [150, 400, 1_000];
const SHORT_SEEDS = 8;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** A run that finds a planted bug. */
interface Finder {
  readonly seed: number;
  readonly commands: number;
}

interface Met {
  readonly seed: number;
  /** The cases that it met, as `unmet` names them. */
  readonly names: ReadonlySet<string>;
}

/** Returns what each seed came across. */
async function look(seeds: readonly number[]): Promise<Met[]> {
  const wanted = unmet({ faults: new Map(), met: new Map() });
  const seen: Met[] = [];
  const left = [...seeds];
  const worker = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      const result = await runSeeds({ seeds: [seed], commands: COMMANDS, threads: 1, plant: null });
      if (result.failed !== null) throw new Error(`seed ${seed} fails: ${result.failed.error}`);
      const missing = new Set(unmet(result));
      seen.push({ seed, names: new Set(wanted.filter((name) => !missing.has(name))) });
    }
  };
  await Promise.all(Array.from({ length: THREADS }, worker));
  return seen.sort((a, b) => a.seed - b.seed);
}

/** Takes again and again the seed that adds most, the lowest of equals. */
function cover(seen: readonly Met[], wanted: ReadonlySet<string>): number[] {
  const missing = new Set(wanted);
  const chosen: number[] = [];
  while (missing.size > 0) {
    const added = ({ names }: Met) => [...names].filter((name) => missing.has(name)).length;
    const best = seen.reduce((one, other) => (added(other) > added(one) ? other : one));
    if (added(best) === 0) throw new Error(`never met: ${[...missing].join(', ')}`);
    for (const name of best.names) missing.delete(name);
    chosen.push(best.seed);
  }
  return chosen.sort((a, b) => a - b);
}

async function chooseSeeds(): Promise<number[]> {
  const wanted = new Set(unmet({ faults: new Map(), met: new Map() }));
  const seen = await look(chosen.seeds);
  for (let left = others(chosen.seeds); left.length > 0; left = left.slice(BLOCK)) {
    const met = new Set(seen.flatMap(({ names }) => [...names]));
    const missing = [...wanted].filter((name) => !met.has(name));
    say(`${seen.length} seeds, ${missing.length} left to meet: ${missing.slice(0, 5).join(', ')}`);
    if (missing.length === 0) break;
    seen.push(...(await look(left.slice(0, BLOCK))));
  }
  return cover(seen, wanted);
}

const others = (seeds: readonly number[]) => seedsFrom(1, MOST_SEEDS).filter((seed) => !seeds.includes(seed));

/**
 * Returns the shortest run that finds the bug: a short one of some seeds, else longer ones, at last that of the seed that
 * found it before.
 */
async function finderOf(plant: Plant): Promise<Finder> {
  const known: Readonly<Record<string, Finder>> = chosen.plants;
  const last = known[plant.name] ?? { seed: 1, commands: COMMANDS };
  for (const commands of SHORT_RUNS.filter((short) => short < last.commands)) {
    const found = await finderAmong(plant, seedsFrom(1, SHORT_SEEDS), commands);
    if (found !== null) return found;
  }
  const found =
    (await finderAmong(plant, [last.seed], last.commands)) ??
    (await finderAmong(plant, others([last.seed]), COMMANDS));
  if (found === null) throw new Error(`${plant.name} is not found`);
  return found;
}

/** Returns the first of the runs that finds the bug by its own check; null if none does. */
async function finderAmong(plant: Plant, seeds: readonly number[], commands: number): Promise<Finder | null> {
  for (let left = seeds; left.length > 0; ) {
    const { failed } = await runSeeds({ seeds: left, commands, threads: THREADS, plant });
    if (failed === null) return null;
    if (plant.breaks.test(failed.error)) return { seed: failed.seed, commands };
    left = left.slice(left.indexOf(failed.seed) + 1);
  }
  return null;
}

/** Writes the choice as far as it came: a run that is broken off loses nothing. */
function write({
  seeds,
  plants,
}: {
  seeds: readonly number[];
  plants: Readonly<Record<string, Finder>>;
}): void {
  const names = PLANTS.map(({ name }) => name).filter((name) => name in plants);
  const kept = Object.fromEntries(names.map((name) => [name, plants[name]]));
  const file = join(import.meta.dirname, 'chosen.json');
  writeFileSync(file, JSON.stringify({ seeds, plants: kept }));
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', file]);
}

const names = process.argv.slice(2);
const plants: Record<string, Finder> = { ...chosen.plants };
const seeds: readonly number[] = names.length > 0 ? chosen.seeds : await chooseSeeds();
say(`seeds: ${seeds.join(' ')}`);
write({ seeds, plants });
for (const plant of PLANTS.filter(({ name }) => names.length === 0 || names.includes(name))) {
  plants[plant.name] = await finderOf(plant);
  say(`${plant.name}: ${JSON.stringify(plants[plant.name])}`);
  write({ seeds, plants });
}
