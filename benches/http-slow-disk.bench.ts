/**
 * Durable orders a second over HTTP on a disk whose every fsync takes a millisecond more, against pgbench with one
 * transaction an order at 32 clients on the same PostgreSQL: the same that an order does here, written in SQL, and
 * beside it the least that an order can be.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { load, median, type RunningServer, startServers } from './http-orders/running.ts';
import { LEAST_SCRIPT, LEAST_TABLES, SQL_EXCHANGE, SQL_ORDER_SCRIPT } from './http-orders/sql-exchange.ts';
import type { BenchRow } from './row.ts';

const exec = promisify(execFile);
const CONNECTIONS = 256;
const PEER_CLIENTS = 32;
const DELAY_MS = 1;

/** The rows `http-slow-disk` and `http-slow-disk-least`; where gcc or pgbench is missing it says so. */
export async function run(quick = false): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  try {
    const library = join(folder, 'slow-fsync.so');
    const source = join(import.meta.dirname, 'native', 'slow-fsync.c');
    const missing =
      (await missingProgram('gcc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-ldl'])) ??
      (await missingProgram('pgbench', ['--version']));
    if (missing !== null) return [notMeasured(`not measured: ${missing} is not installed`)];
    return await measure(folder, library, quick ? 2 : 4, quick ? 3 : 7);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a program; its name where it is not installed. Throws where it fails. */
async function missingProgram(program: string, args: readonly string[]): Promise<string | null> {
  try {
    await exec(program, args);
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return program;
    throw error;
  }
}

type Turn = 'ours' | 'exchange' | 'least';

async function measure(folder: string, library: string, seconds: number, turns: number): Promise<BenchRow[]> {
  const house = await startServers(['split'], CONNECTIONS, { LD_PRELOAD: library });
  try {
    const { connectionString } = house;
    const commitMs = await preparePeer(connectionString);
    if (commitMs < DELAY_MS) throw new Error(`the disk is not slow: a commit took ${commitMs} ms`);
    const scripts = { exchange: join(folder, 'exchange.sql'), least: join(folder, 'least.sql') };
    await writeFile(scripts.exchange, SQL_ORDER_SCRIPT);
    await writeFile(scripts.least, LEAST_SCRIPT);
    const rates = { ours: [] as number[], exchange: [] as number[], least: [] as number[] };
    const latencies = { p50: [] as number[], p99: [] as number[] };
    const take = async (turn: Turn) => {
      if (turn !== 'ours') {
        rates[turn].push(await pgbench(connectionString, scripts[turn], seconds));
        return;
      }
      const server = house.servers.get('split') as RunningServer;
      const result = await load(server, { connections: CONNECTIONS, seconds, perSecond: null });
      rates.ours.push(result.accepted / result.seconds);
      latencies.p50.push(result.p50Ms);
      latencies.p99.push(result.p99Ms);
    };
    const order: readonly Turn[] = ['exchange', 'ours', 'least'];
    for (let turn = 0; turn <= turns; turn += 1)
      for (const kind of turn % 2 === 0 ? order : order.toReversed()) await take(kind);
    // The first turn only warmed up.
    for (const values of [...Object.values(rates), ...Object.values(latencies)]) values.shift();
    const row = (name: string, peer: 'exchange' | 'least', what: string): BenchRow => ({
      name,
      ours: Math.round(median(rates.ours)),
      peer: Math.round(median(rates[peer])),
      ratio: Number(median(rates.ours.map((rate, at) => rate / (rates[peer][at] as number))).toFixed(2)),
      unit: 'orders/s',
      note:
        `each fsync takes ${DELAY_MS} ms more (a commit alone ${commitMs.toFixed(1)} ms); ${CONNECTIONS} connections, ` +
        `p50 ${median(latencies.p50).toFixed(1)} ms, p99 ${median(latencies.p99).toFixed(1)} ms; peer: pgbench, ` +
        `${what}, ${PEER_CLIENTS} clients, same server; medians of ${turns} alternating turns, the ratio within each`,
    });
    return [
      row(
        'http-slow-disk',
        'exchange',
        'the same transaction as a function in SQL: held, matched, settled, posted',
      ),
      row(
        'http-slow-disk-least',
        'least',
        'a transaction that holds funds and writes a row and matches nothing',
      ),
    ];
  } finally {
    await house.stop();
  }
}

/** Makes the peer's tables and says how long a commit alone takes, as the median of some. */
async function preparePeer(connectionString: string): Promise<number> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(SQL_EXCHANGE);
    await client.query(LEAST_TABLES);
    const tookMs: number[] = [];
    for (let commit = 0; commit < 21; commit += 1) {
      const startMs = performance.now();
      await client.query('UPDATE balance SET held = 0 WHERE user_id = 1');
      tookMs.push(performance.now() - startMs);
    }
    return median(tookMs);
  } finally {
    await client.end();
  }
}

async function pgbench(connectionString: string, script: string, seconds: number): Promise<number> {
  const { stdout } = await exec('pgbench', [
    '-c',
    `${PEER_CLIENTS}`,
    '-j',
    '2',
    '-T',
    `${seconds}`,
    '-n',
    '-M',
    'prepared',
    '--max-tries',
    '9',
    '-f',
    script,
    connectionString,
  ]);
  const found = /tps = ([\d.]+)/.exec(stdout);
  if (found === null) throw new Error(`pgbench said: ${stdout}`);
  return Number(found[1]);
}

function notMeasured(note: string): BenchRow {
  return { name: 'http-slow-disk', ours: 0, peer: 0, ratio: 0, unit: 'orders/s', note };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
}
