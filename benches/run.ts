import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { BenchRow } from './row.ts';

/**
 * Runs every *.bench.ts, each in this process after the other, prints the table and writes it to
 * benches/results/latest.json. `--quick` for a trial; names as arguments choose some (`npm run bench -- kernel`).
 */
interface Bench {
  run(quick: boolean): Promise<readonly BenchRow[]>;
}

const here = import.meta.dirname;
const quick = process.argv.includes('--quick');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));

const files = (await readdir(here)).filter((name) => name.endsWith('.bench.ts')).sort();
const chosen = files.filter((name) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)));
if (chosen.length === 0) throw new Error(`no bench of that name; there are ${files.join(', ')}`);

const rows: BenchRow[] = [];
for (const name of chosen) {
  process.stdout.write(`${name}\n`);
  const bench = (await import(join(here, name))) as Bench;
  rows.push(...(await bench.run(quick)));
}
console.table(rows.map(({ note: _, ...row }) => row));
const results = join(here, 'results');
await mkdir(results, { recursive: true });
const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
await writeFile(
  join(results, 'latest.json'),
  `${JSON.stringify({ at: new Date().toISOString(), quick, machine, rows }, null, 2)}\n`,
);
process.exit();
