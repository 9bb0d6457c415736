/**
 * Durable orders a second over HTTP on a disk whose every fsync takes a millisecond more, against pgbench with one
 * transaction an order at 32 clients on the same PostgreSQL.
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
import type { BenchRow } from './row.ts';

const exec = promisify(execFile);
const CONNECTIONS = 64;
const PEER_CLIENTS = 32;
const PEER_USERS = 1_000;
const DELAY_MS = 1;
const TARGET = 3;

/** The least that an order takes in SQL: its funds are held and its row is written. Nothing is matched. */
const PEER_TABLES = `
  CREATE TABLE balance (user_id int PRIMARY KEY, available bigint NOT NULL, held bigint NOT NULL);
  CREATE TABLE plain_order (order_id bigserial PRIMARY KEY, user_id int NOT NULL, key text NOT NULL, side text NOT NULL,
    price bigint NOT NULL, quantity bigint NOT NULL);
  INSERT INTO balance SELECT id, 1000000000000000, 0 FROM generate_series(1, ${PEER_USERS}) id;`;
const PEER_SCRIPT = `
\\set user_id random(1, ${PEER_USERS})
\\set quantity random(1, 9)
BEGIN;
UPDATE balance SET available = available - 5000000 * :quantity, held = held + 5000000 * :quantity
  WHERE user_id = :user_id AND available >= 5000000 * :quantity;
INSERT INTO plain_order (user_id, key, side, price, quantity)
  VALUES (:user_id, 'place-tm5x8q2a1-00000000000000000000000000000000', 'buy', 5000000, :quantity);
COMMIT;
`;

/** The row `http-slow-disk`; where gcc or pgbench is missing it says so. */
export async function run(quick = false): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  try {
    const library = join(folder, 'slow-fsync.so');
    const source = join(import.meta.dirname, 'native', 'slow-fsync.c');
    const missing =
      (await missingProgram('gcc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-ldl'])) ??
      (await missingProgram('pgbench', ['--version']));
    if (missing !== null) return [notMeasured(`not measured: ${missing} is not installed`)];
    return [await measure(folder, library, quick ? 2 : 4, quick ? 3 : 7)];
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

async function measure(folder: string, library: string, seconds: number, turns: number): Promise<BenchRow> {
  const house = await startServers(['durable'], CONNECTIONS, { LD_PRELOAD: library });
  try {
    const { connectionString } = house;
    const commitMs = await preparePeer(connectionString);
    if (commitMs < DELAY_MS) throw new Error(`the disk is not slow: a commit took ${commitMs} ms`);
    const script = join(folder, 'order.sql');
    await writeFile(script, PEER_SCRIPT);
    const figures = { ours: [] as number[], peer: [] as number[], p50: [] as number[], p99: [] as number[] };
    const oursTurn = async () => {
      const server = house.servers.get('durable') as RunningServer;
      const result = await load(server, { connections: CONNECTIONS, seconds, perSecond: null });
      figures.p50.push(result.p50Ms);
      figures.p99.push(result.p99Ms);
      figures.ours.push(result.accepted / result.seconds);
    };
    const peerTurn = async () => {
      figures.peer.push(await pgbench(connectionString, script, seconds));
    };
    for (let turn = 0; turn <= turns; turn += 1)
      for (const take of turn % 2 === 0 ? [oursTurn, peerTurn] : [peerTurn, oursTurn]) await take();
    // The first turn only warmed up.
    for (const values of Object.values(figures)) values.shift();
    const ratio = median(figures.ours.map((rate, turn) => rate / (figures.peer[turn] as number)));
    return {
      name: 'http-slow-disk',
      ours: Math.round(median(figures.ours)),
      peer: Math.round(median(figures.peer)),
      ratio: Number(ratio.toFixed(2)),
      unit: 'orders/s',
      note:
        `each fsync takes ${DELAY_MS} ms more (a commit alone ${commitMs.toFixed(1)} ms); ${CONNECTIONS} connections, ` +
        `p50 ${median(figures.p50).toFixed(1)} ms, p99 ${median(figures.p99).toFixed(1)} ms; peer: pgbench, a ` +
        `transaction an order that holds funds and writes the order, ${PEER_CLIENTS} clients, same server; ` +
        `medians of ${turns} alternating turns; target ${TARGET}`,
    };
  } finally {
    await house.stop();
  }
}

/** Makes the peer's tables and says how long a commit alone takes, as the median of some. */
async function preparePeer(connectionString: string): Promise<number> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(PEER_TABLES);
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
    ...['-c', `${PEER_CLIENTS}`, '-j', '2', '-T', `${seconds}`, '-n', '-M', 'prepared', '-f', script],
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
