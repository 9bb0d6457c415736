/**
 * The simulator's command: `npm run sim -- --seed N --commands M`. Ends with 0 where all seeds held, 1 where one did not
 * (as it must be with a planted bug), 2 where the call makes no sense.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { unmet } from './expected.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { type PoolResult, runSeeds, seedsFrom } from './pool.ts';
import { PLANTS } from './products/index.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);
/** Fewer than this cannot be asked to meet everything. */
const MANY_SEEDS = 200;

async function main(options: Options): Promise<number> {
  if (options.plant === 'list') {
    for (const { name, file } of PLANTS) say(`${name.padEnd(36)} ${file}`);
    return 0;
  }
  const plant = PLANTS.find(({ name }) => name === options.plant) ?? null;
  if (options.plant !== null && plant === null) {
    say(`There is no plant ${options.plant}: --plant list names them.`);
    return 2;
  }
  const startMs = performance.now();
  let said = startMs;
  let done = 0;
  const result = await runSeeds({
    ...options,
    seeds: seedsFrom(options.seed, options.seeds),
    plant,
    onSeed: (report) => {
      done++;
      if (options.seeds <= 10 && report.ok) say(`seed ${report.seed}: ${report.line}`);
      if (performance.now() - said < 10_000) return;
      said = performance.now();
      say(`${done} of ${options.seeds} seeds …`);
    },
  });
  const seconds = (performance.now() - startMs) / 1_000;
  if (result.failed !== null) return tellFailure(options, result);
  say(
    `${result.ran} seeds held: ${result.commands} commands in ${result.rows} journal rows, ` +
      `${result.starts} starts, ${sum(result.faults)} faults, in ${seconds.toFixed(1)} s`,
  );
  if (options.report !== null) writeReport(options.report, result, seconds);
  if (plant !== null) {
    say(`The planted bug ${plant.name} was not found.`);
    return 0;
  }
  return tellUnmet(result);
}

/** A planted bug that is found ends with 1 like any other; it must be found by the invariant that it breaks. */
function tellFailure(options: Options, { failed }: PoolResult): number {
  const plant = options.plant === null ? '' : ` --plant ${options.plant}`;
  say(`seed ${failed!.seed} failed: ${failed!.error}`);
  say(`replay: npm run sim -- --seed ${failed!.seed} --commands ${options.commands}${plant}`);
  return 1;
}

function tellUnmet(result: PoolResult): number {
  if (result.ran < MANY_SEEDS) return 0;
  const missing = unmet(result);
  for (const name of missing) say(`never met: ${name}`);
  return missing.length === 0 ? 0 : 1;
}

function writeReport(file: string, result: PoolResult, seconds: number): void {
  const { ran, commands, rows, starts } = result;
  const counted = (counts: ReadonlyMap<string, number>) => Object.fromEntries(counts);
  const report = {
    seeds: ran,
    commands,
    rows,
    starts,
    seconds: Math.round(seconds),
    writes: counted(result.writes),
    faults: counted(result.faults),
    met: counted(result.met),
  };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

try {
  process.exitCode = await main(readOptions(process.argv.slice(2), availableParallelism()));
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  say(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
