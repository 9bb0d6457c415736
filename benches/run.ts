import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { environmentOf, nodeFlags } from '../apps/server/program/start/node-flags.ts';
import type { BenchRow } from './row.ts';
import { targets } from './targets.ts';

/**
 * Runs every *.bench.ts, each in a process of its own after the other, prints the table and writes its rows into
 * benches/results/latest.json. `--quick` for a trial; names as arguments choose some (`npm run bench -- kernel`).
 */
interface Measured extends BenchRow {
  /** The ratio that it is meant to reach, and whether it did; null where nothing is asked of it. */
  readonly target: number | null;
  readonly met: boolean | null;
  readonly at: string;
  readonly quick: boolean;
}

interface Results {
  readonly at: string;
  readonly quick: boolean;
  readonly rows: readonly (BenchRow & Partial<Measured>)[];
}

/** Benches whose process does what the core does start as the launcher starts the core, with their peers in it. */
const coreBenches: ReadonlySet<string> = new Set(['kernel-realistic.bench.ts', 'recovery.bench.ts']);

const here = import.meta.dirname;
const quick = process.argv.includes('--quick');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));

const files = (await readdir(here)).filter((name) => name.endsWith('.bench.ts')).sort();
const chosen = files.filter((name) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)));
if (chosen.length === 0) throw new Error(`no bench of that name; there are ${files.join(', ')}`);

const rows: BenchRow[] = [];
for (const name of chosen) {
  process.stdout.write(`${name}\n`);
  rows.push(...(await runApart(name)));
}
const file = join(here, 'results', 'latest.json');
const stamp = { at: new Date().toISOString(), quick };
const fresh: readonly Measured[] = rows.map((row) => ({ ...row, ...judged(row), ...stamp }));
console.table(fresh.map(({ note: _, at: __, quick: ___, ...row }) => row));
const names = new Set(fresh.map(({ name }) => name));
const kept = (await measuredBefore(file)).filter(({ name }) => !names.has(name));
const order = Object.keys(targets);
const place = ({ name }: BenchRow) => (order.includes(name) ? order.indexOf(name) : order.length);
const all = [...kept, ...fresh].sort((left, right) => place(left) - place(right));
const missing = order.filter((name) => !all.some((row) => row.name === name));
if (missing.length > 0) process.stdout.write(`Never measured: ${missing.join(', ')}\n`);
await mkdir(dirname(file), { recursive: true });
const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
await writeFile(file, `${JSON.stringify({ ...stamp, machine, rows: all }, null, 2)}\n`);
process.exit();

/** One bench's rows: what an earlier one has left to the compiler and the heap is not in its way. */
async function runApart(name: string): Promise<readonly BenchRow[]> {
  const isOfCore = coreBenches.has(name);
  const child = fork(join(here, 'bench-process.ts'), [name, ...(quick ? ['--quick'] : [])], {
    execArgv: [...process.execArgv, ...(isOfCore ? nodeFlags.core : [])],
    env: isOfCore ? environmentOf('core', process.env) : process.env,
  });
  const exit = once(child, 'exit');
  // A bench may talk to processes of its own by the same means.
  const rows = new Promise<readonly BenchRow[]>((resolve) => {
    child.on('message', (message) => {
      if (Array.isArray(message)) resolve(message);
    });
  });
  const found = await Promise.race([rows, exit.then(() => null)]);
  const [code] = await exit;
  if (found === null) throw new Error(`${name} ended with ${code}`);
  return found;
}

function judged({ name, ratio }: BenchRow): Pick<Measured, 'target' | 'met'> {
  const target = targets[name] ?? null;
  return { target, met: target === null ? null : ratio >= target };
}

/** Rows of benches that were not run this time stay in the file, with the time of their own run. */
async function measuredBefore(path: string): Promise<readonly Measured[]> {
  try {
    const { at, quick: short, rows: old } = JSON.parse(await readFile(path, 'utf8')) as Results;
    return old.map((row) => ({ at, quick: short, ...row, ...judged(row) }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
