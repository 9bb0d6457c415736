import { join } from 'node:path';
import process from 'node:process';
import type { BenchRow } from './row.ts';

/** Exports of a bench's file. */
interface Bench {
  run(quick: boolean): Promise<readonly BenchRow[]>;
}

// The first argument names it; its rows go to the process that started this one.
const [name] = process.argv.slice(2) as [string];
const bench = (await import(join(import.meta.dirname, name))) as Bench;
process.send?.(await bench.run(process.argv.includes('--quick')), () => process.exit());
