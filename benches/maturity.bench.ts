/**
 * Other users' durable commands while 100,000 orders mature in one second, over the same while nothing does: through the
 * journal's engine on a PostgreSQL of its own, and again where every fsync takes a millisecond more. As in the core, ticks
 * settle what is left over meanwhile, one after the other.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Engine, openEngine } from '@candor/journal';
import { type Command, idOf } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { practiceGenesis } from '../tools/workload/exchange.ts';
import { flood } from './journal/flood.ts';
import { startDatabase } from './journal/postgres.ts';
import type { BenchRow } from './row.ts';

const exec = promisify(execFile);
const USDT = 1002;
const COIN = 100_000_000n;
const DAY_MS = 86_400_000;
const FIRST_USER = 1_000;
const OTHER_USER = 999;
const ORDERS = 100_000;
/** Open orders that one user may have at most are 100. */
const ORDERS_OF_USER = 50;
const IN_FLIGHT = 500;
/** The p99 while orders mature may be so many times the quiet one. */
const TARGET = 3;
const REASON = 'Orders of this bench';
const amount = (coins: bigint) => (coins * COIN) as Amount;

/** An engine with so many open orders of one day that began at one moment, and a clock that the bench moves. */
class Invested {
  nowMs = 1_800_000_000_000;
  private engine!: Engine;

  async open(connectionString: string, orders: number): Promise<void> {
    this.engine = await openEngine({
      connectionString,
      genesis: practiceGenesis,
      bootstrap: [{ type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 }],
      now: () => this.nowMs,
      log: (line) => console.error(line),
    });
    const users = Array.from({ length: orders / ORDERS_OF_USER }, (_, at) => FIRST_USER + at);
    await this.all(
      [OTHER_USER, ...users].map((accountUserId) => [
        0,
        { type: 'openAccount', accountUserId, kind: 'user' },
      ]),
    );
    const funds = { type: 'practiceFunds', assetId: USDT, amount: amount(1_000n) } as const;
    await this.all(users.map((accountUserId) => [0, { ...funds, accountUserId }]));
    await this.send(0, {
      type: 'fundFinance',
      assetId: USDT,
      amount: amount(1_000_000n),
      fromUserId: 0,
      reason: REASON,
    });
    const offerId = await this.offer();
    const subscribe = { type: 'subscribeFinance', offerId, amount: amount(1n), isMember: false } as const;
    await this.all(
      users.flatMap((userId) => Array.from({ length: ORDERS_OF_USER }, () => [userId, subscribe] as const)),
    );
  }

  openOrders(): Promise<number> {
    return this.engine.read((view) => view.finance.pools()[0]?.orders ?? 0);
  }

  /** Milliseconds from a command of a user without orders to its durable answer. */
  async other(): Promise<number> {
    const before = performance.now();
    await this.send(0, {
      type: 'practiceFunds',
      accountUserId: OTHER_USER,
      assetId: USDT,
      amount: 1n as Amount,
    });
    return performance.now() - before;
  }

  /** Sends ticks until all orders are paid, each when the one before is durable: as the core's clock does. */
  async settle(): Promise<{ readonly ticks: number; readonly ms: number }> {
    const beganMs = performance.now();
    let ticks = 0;
    for (; (await this.openOrders()) > 0; ticks++) await this.send(0, { type: 'tick' });
    return { ticks, ms: performance.now() - beganMs };
  }

  stop(): Promise<void> {
    return this.engine.stop();
  }

  private async offer(): Promise<number> {
    return idOf(
      await this.send(0, {
        type: 'offerFinance',
        assetId: USDT,
        dailyPpm: 500,
        cycleDays: 1,
        minAmount: amount(1n),
        maxAmount: amount(10n),
        userCapAmount: amount(10_000n),
        capAmount: amount(10_000_000n),
        exitPpm: 500_000,
        name: 'Bench',
        zone: 'ordinary',
        lockDays: 0,
        maxParticipations: ORDERS_OF_USER,
        opensMs: 0,
        reason: REASON,
      }),
    );
  }

  private async send(userId: number, body: Command) {
    const { outcome } = await this.engine.submit({ userId, key: null, bodyHash: null, body });
    if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
    return outcome;
  }

  private async all(commands: readonly (readonly [number, Command])[]): Promise<void> {
    const submissions = commands.map(([userId, body]) => ({ userId, key: null, bodyHash: null, body }));
    await flood(this.engine, submissions, IN_FLIGHT);
  }
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

async function measure(name: string, orders: number, preload: string | null): Promise<BenchRow> {
  const database = await startDatabase(preload === null ? {} : { LD_PRELOAD: preload });
  const invested = new Invested();
  try {
    await invested.open(database.connectionString, orders);
    const quiet: number[] = [];
    for (let n = 0; n < 2_000; n++) quiet.push(await invested.other());
    invested.nowMs += DAY_MS;
    const times: number[] = [];
    let settled: Awaited<ReturnType<Invested['settle']>> | null = null;
    const settling = invested.settle().then((all) => {
      settled = all;
      return all;
    });
    while (settled === null) times.push(await invested.other());
    const { ticks, ms } = await settling;
    const [p99, quietP99] = [at(times, 0.99), at(quiet, 0.99)];
    const over = p99 / quietP99;
    const shown = (of: readonly number[]) =>
      `p50 ${at(of, 0.5).toFixed(2)}, p99 ${at(of, 0.99).toFixed(2)} ms`;
    return {
      name,
      ours: Number(over.toFixed(2)),
      peer: TARGET,
      ratio: Number((TARGET / over).toFixed(2)),
      unit: '×',
      note: `p99 of other users' durable commands while ${orders} orders mature in one second, over quiet; target ${TARGET}; ${ticks} ticks and ${times.length} commands settle all in ${(ms / 1_000).toFixed(1)} s; ${shown(times)} and ${shown(quiet)}`,
    };
  } finally {
    await invested.stop();
    await database.stop();
  }
}

/** The rows `maturity` and `maturity-slow-disk`; where gcc is missing the second says so. */
export async function run(quick = false): Promise<BenchRow[]> {
  const orders = quick ? ORDERS / 10 : ORDERS;
  const rows = [await measure('maturity', orders, null)];
  const folder = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  try {
    const library = join(folder, 'slow-fsync.so');
    const source = join(import.meta.dirname, 'native', 'slow-fsync.c');
    await exec('gcc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-ldl']);
    rows.push(await measure('maturity-slow-disk', orders, library));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const note = 'not measured: gcc is not installed';
    rows.push({ name: 'maturity-slow-disk', ours: 0, peer: 0, ratio: 0, unit: '×', note });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await run(process.argv.includes('--quick')));
