/**
 * Measures the idle program's memory and processor time, and the time of a later start, over all of its processes.
 */
import { readdir, readFile } from 'node:fs/promises';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { begunDataDir, endAll, removeBegun, startProgram, untilReady } from '../tests/support/program.ts';
import { median } from './http-orders/running.ts';
import type { BenchRow } from './row.ts';

/** The memory of the server as one process, including PostgreSQL, by the same measurement. */
const ONE_PROCESS_MB = 345;
const MORE_MB = 350;
const MOST_CPU_PERCENT = 6;
const MOST_START_MS = 5_000;
/** Garbage left by the start is collected by then. */
const SETTLED_MS = 15_000;
/** The unit in which the kernel counts processor time. */
const TICKS_PER_SECOND = 100;

/** Returns the rows `memory-idle`, `cpu-idle` and `start`: each ratio is the target over the measured value. */
export async function run(quick = false): Promise<BenchRow[]> {
  const dataDir = await begunDataDir();
  try {
    const startsMs: number[] = [];
    for (let turn = 0; turn < (quick ? 2 : 5); turn += 1) startsMs.push(await timedStart(dataDir));
    const { processes, megabytes, percent } = await idle(dataDir, quick ? 10 : 30);
    const startMs = Math.round(median(startsMs));
    const most = ONE_PROCESS_MB + MORE_MB;
    const row = (name: string, ours: number, peer: number, unit: string, note: string): BenchRow => ({
      name,
      ours,
      peer,
      unit,
      note: `${note}; peer: the target`,
      ratio: Number((peer / ours).toFixed(2)),
    });
    return [
      row(
        'memory-idle',
        megabytes,
        most,
        'MB',
        `proportional memory (PSS) of ${processes} processes of an idle demo, PostgreSQL's among them`,
      ),
      row('cpu-idle', percent, MOST_CPU_PERCENT, '% of one core', 'processor time of the same'),
      row(
        'start',
        startMs,
        MOST_START_MS,
        'ms',
        `from the command to /readyz on an existing data folder, median of ${startsMs.length}`,
      ),
    ];
  } finally {
    await endAll(dataDir);
    await removeBegun();
  }
}

async function timedStart(dataDir: string): Promise<number> {
  const begunMs = performance.now();
  const program = await startProgram({ dataDir });
  const { url } = await program.ready();
  await untilReady(url);
  const tookMs = performance.now() - begunMs;
  program.child.kill('SIGTERM');
  await program.ended;
  return tookMs;
}

async function idle(dataDir: string, seconds: number) {
  const program = await startProgram({ dataDir });
  const { url } = await program.ready();
  await untilReady(url);
  await sleep(SETTLED_MS);
  const pids = await familyOf(program.pid);
  const before = await Promise.all(pids.map(cpuTicks));
  await sleep(seconds * 1_000);
  const after = await Promise.all(pids.map(cpuTicks));
  const kilobytes = await Promise.all(pids.map(proportionalKb));
  program.child.kill('SIGTERM');
  await program.ended;
  const ticks = sum(after) - sum(before);
  return {
    processes: pids.length,
    megabytes: Math.round(sum(kilobytes) / 1_024),
    percent: Number(((ticks / TICKS_PER_SECOND / seconds) * 100).toFixed(2)),
  };
}

/** Returns a process and all its descendants. */
async function familyOf(pid: number): Promise<number[]> {
  const family = [pid];
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const children = await readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '');
    for (const child of children.split(' ').filter((text) => text !== ''))
      family.push(...(await familyOf(Number(child))));
  }
  return family;
}

/** Returns user and system time; 0 for a process that has ended. */
async function cpuTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // the name before it may contain any character
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

async function proportionalKb(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss: +(\d+)/m.exec(rollup)?.[1] ?? 0);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await run(process.argv.includes('--quick')));
