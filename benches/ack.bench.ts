/**
 * Measures the latency of an order's acknowledgement at half of the server's maximum load: core and door as
 * processes, against the same rooms in one process, and against a bare commit of one row on the same PostgreSQL at
 * the same time.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { Pool } from 'pg';
import { load, median, type RunningHouse, type RunningServer, startServers } from './http-orders/running.ts';
import type { BenchRow } from './row.ts';

const CONNECTIONS = 64;
const TARGET = 3;
/**
 * The limits on the extra cost of the connection between core and door: this much at the median, and this multiple of
 * one process at the p99.
 */
const LINE_MS = 0.5;
const LINE_TIMES = 1.5;
const WARM_UP_MS = 1_000;
/**
 * Commits are measured now and then, not so often that they are a load of their own. They are due by the clock, as the
 * orders are, and their time runs from then on: one after the other would count a disk that halts for 100 ms once,
 * where all orders of these 100 ms wait for it.
 */
const COMMIT_EVERY_MS = 5;
const COMMIT_CONNECTIONS = 8;

interface Figures {
  readonly split: { readonly p50: number[]; readonly p99: number[] };
  readonly one: { readonly p50: number[]; readonly p99: number[] };
  readonly commit: number[];
  readonly rate: number[];
}

/** Returns the rows `ack-p99`, `ack-p50` and `ack-p99-line`; the note of each explains its ratio. */
export async function run(quick = false): Promise<BenchRow[]> {
  const house = await startServers(['one', 'split'], CONNECTIONS);
  const pool = new Pool({ connectionString: house.connectionString, max: COMMIT_CONNECTIONS });
  try {
    await pool.query('CREATE TABLE plain (id bigserial PRIMARY KEY, amount bigint NOT NULL)');
    return rowsOf(await measure(house, pool, quick ? 3 : 5, quick ? 3 : 7));
  } finally {
    await pool.end();
    await house.stop();
  }
}

async function measure(house: RunningHouse, pool: Pool, seconds: number, turns: number): Promise<Figures> {
  const figures: Figures = {
    split: { p50: [], p99: [] },
    one: { p50: [], p99: [] },
    commit: [],
    rate: [],
  };
  const at = (kind: 'one' | 'split', ofSeconds: number, perSecond: number | null) =>
    load(house.servers.get(kind) as RunningServer, {
      connections: CONNECTIONS,
      seconds: ofSeconds,
      perSecond,
    });
  const atMost = async (kind: 'one' | 'split', ofSeconds: number) => {
    await house.settle();
    return at(kind, ofSeconds, null);
  };
  await atMost('one', seconds);
  await atMost('split', seconds);
  for (let turn = 0; turn < turns; turn += 1) {
    const most = [await atMost('one', 2), await atMost('split', 2)];
    const perSecond = Math.min(...most.map((result) => result.accepted / result.seconds)) / 2;
    figures.rate.push(perSecond);
    const kinds = ['one', 'split'] as const;
    for (const kind of turn % 2 === 0 ? kinds : kinds.toReversed()) {
      await house.settle();
      const commits = measureCommits(pool);
      const result = await at(kind, seconds, perSecond);
      const commit = p99(await commits.stop());
      if (kind === 'split') figures.commit.push(commit);
      figures[kind].p50.push(result.p50Ms);
      figures[kind].p99.push(result.p99Ms);
    }
  }
  return figures;
}

function rowsOf({ split, one, commit, rate }: Figures): BenchRow[] {
  const of = (values: readonly number[]) => Number(median(values).toFixed(2));
  const ratio = (allowed: (turn: number) => number, ours: readonly number[]) =>
    Number(median(ours.map((ms, turn) => allowed(turn) / ms)).toFixed(2));
  const orders = `${Math.round(median(rate))} orders/s, half of the most just before`;
  const turns = `counted from when they were due; medians of ${rate.length} turns, PostgreSQL at rest before each`;
  const added = median(split.p50.map((ms, turn) => ms - (one.p50[turn] as number)));
  return [
    {
      name: 'ack-p99',
      ours: of(split.p99),
      peer: of(commit),
      ratio: ratio((turn) => TARGET * (commit[turn] as number), split.p99),
      unit: 'ms p99',
      note:
        `core and door as processes, ${orders}, p50 ${of(split.p50)} ms; peer: a commit of one row every ` +
        `${COMMIT_EVERY_MS} ms at the same time, both ${turns}; ratio: ${TARGET} x peer / ours`,
    },
    {
      name: 'ack-p50',
      ours: of(split.p50),
      peer: of(one.p50),
      ratio: ratio((turn) => (one.p50[turn] as number) + LINE_MS, split.p50),
      unit: 'ms p50',
      note:
        `${orders}; peer: the same rooms in one process, by turns, ${turns}; the line costs ${added.toFixed(2)} ms; ` +
        `ratio: (peer + ${LINE_MS} ms) / ours`,
    },
    {
      name: 'ack-p99-line',
      ours: of(split.p99),
      peer: of(one.p99),
      ratio: ratio((turn) => LINE_TIMES * (one.p99[turn] as number), split.p99),
      unit: 'ms p99',
      note: `${orders}; peer: the same rooms in one process, by turns, ${turns}; ratio: ${LINE_TIMES} x peer / ours`,
    },
  ];
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
