import { join } from 'node:path';
import process from 'node:process';
import type { BenchRow } from './row.ts';

/** Runs the bench of the first argument and sends its rows to the process that started this one. */
interface Bench {
  run(quick: boolean): Promise<readonly BenchRow[]>;
}

const [name] = process.argv.slice(2) as [string];
const bench = (await import(join(import.meta.dirname, name))) as Bench;
process.send?.(await bench.run(process.argv.includes('--quick')), () => process.exit());
