/**
 * How long an order's acknowledgement takes at half of the most that the server takes, against a bare commit of one row
 * on the same PostgreSQL at the same time.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { Pool } from 'pg';
import { load, median, type RunningServer, startServers } from './http-orders/running.ts';
import type { BenchRow } from './row.ts';

const CONNECTIONS = 64;
const TARGET = 3;
const WARM_UP_MS = 1_000;
/**
 * Commits are measured now and then, not so often that they are a load of their own. They are due by the clock, as the
 * orders are, and their time runs from then on: one after the other would count a disk that halts for 100 ms once,
 * where all orders of these 100 ms wait for it.
 */
const COMMIT_EVERY_MS = 5;
const COMMIT_CONNECTIONS = 8;

/** The row `ack-p99`: its ratio is three times the peer's p99 over ours. */
export async function run(quick = false): Promise<BenchRow[]> {
  const house = await startServers(['durable'], CONNECTIONS);
  const pool = new Pool({ connectionString: house.connectionString, max: COMMIT_CONNECTIONS });
  try {
    await pool.query('CREATE TABLE plain (id bigserial PRIMARY KEY, amount bigint NOT NULL)');
    const server = house.servers.get('durable') as RunningServer;
    const seconds = quick ? 3 : 6;
    const figures = { ours: [] as number[], p50: [] as number[], peer: [] as number[], rate: [] as number[] };
    await load(server, { connections: CONNECTIONS, seconds, perSecond: null });
    for (let turn = 0; turn < (quick ? 3 : 7); turn += 1) {
      const most = await load(server, { connections: CONNECTIONS, seconds: 2, perSecond: null });
      const perSecond = most.accepted / most.seconds / 2;
      const commits = measureCommits(pool);
      const result = await load(server, { connections: CONNECTIONS, seconds, perSecond });
      figures.peer.push(p99(await commits.stop()));
      figures.ours.push(result.p99Ms);
      figures.p50.push(result.p50Ms);
      figures.rate.push(result.accepted / result.seconds);
    }
    const ratio = median(figures.ours.map((ours, turn) => (TARGET * (figures.peer[turn] as number)) / ours));
    return [
      {
        name: 'ack-p99',
        ours: Number(median(figures.ours).toFixed(2)),
        peer: Number(median(figures.peer).toFixed(2)),
        ratio: Number(ratio.toFixed(2)),
        unit: 'ms p99',
        note:
          `${Math.round(median(figures.rate))} orders/s, half of the most just before, p50 ` +
          `${median(figures.p50).toFixed(2)} ms; peer: a commit of one row every ${COMMIT_EVERY_MS} ms at the same time, both counted from when they were due; medians of ` +
          `${figures.ours.length} turns; ratio: ${TARGET} x peer / ours`,
      },
    ];
  } finally {
    await pool.end();
    await house.stop();
  }
}

/** Commits a row whenever one is due until it is stopped, which gives how long each took from then on. */
function measureCommits(pool: Pool): { stop(): Promise<readonly number[]> } {
  const tookMs: number[] = [];
  const running = new Set<Promise<void>>();
  const commit = async (dueMs: number) => {
    await pool.query({ name: 'plain', text: 'INSERT INTO plain (amount) VALUES ($1)', values: [1] });
    tookMs.push(performance.now() - dueMs);
  };
  // The load warms up for its first second, too.
  let dueMs = performance.now() + WARM_UP_MS;
  const timer = setInterval(() => {
    for (; dueMs <= performance.now(); dueMs += COMMIT_EVERY_MS) {
      const one = commit(dueMs).finally(() => running.delete(one));
      running.add(one);
    }
  }, 1);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      return tookMs;
    },
  };
}

function p99(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
}
