/** Memory of a resting order and of an account, and that it grows in a line. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { linePlot, type PlotPoint } from './memory/line-plot.ts';
import type { BenchRow } from './row.ts';

const targetBytes = { order: 200, account: 300 } as const;
const MILLION = 1_000_000;
const plotFile = join(import.meta.dirname, '..', 'docs', 'memory-orders.svg');

/** Bytes at each of the counts, in one fresh process. */
function grow(what: 'orders' | 'accounts', counts: readonly number[]): PlotPoint[] {
  const script = join(import.meta.dirname, 'memory', 'grow.ts');
  const output = execFileSync(process.execPath, ['--expose-gc', script, what, ...counts.map(String)], {
    encoding: 'utf8',
  });
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PlotPoint);
}

function row(name: string, points: readonly PlotPoint[], target: number, what: string): BenchRow {
  const worst = Math.max(...points.map(({ count, bytes }) => bytes / count));
  const listed = points.map(({ count, bytes }) => `${count / MILLION}M: ${Math.round(bytes / count)}`);
  return {
    name,
    ours: Math.round(worst),
    peer: target,
    ratio: Number((target / worst).toFixed(2)),
    unit: 'bytes',
    note: `${what}, the most at any size; bytes each at ${listed.join(', ')}; ratio: target / ours`,
  };
}

/** The rows `memory-order` and `memory-account`; a full run redraws docs/memory-orders.svg. */
export async function run(quick = false): Promise<BenchRow[]> {
  const steps = quick ? [0.2, 0.5, 1] : [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5];
  const counts = steps.map((millions) => millions * MILLION);
  const orders = grow('orders', counts);
  const accounts = grow(
    'accounts',
    quick ? [0.1 * MILLION, 0.2 * MILLION] : [0.25 * MILLION, 0.5 * MILLION, MILLION],
  );
  if (!quick) await writeFile(plotFile, linePlot(orders, targetBytes.order));
  return [
    row('memory-order', orders, targetBytes.order, 'a resting order, with its indices'),
    row('memory-account', accounts, targetBytes.account, 'an account with balances in two assets'),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await run(process.argv.includes('--quick')));
