/**
 * Staking orders in the kernel: a tick and an early exit with a million of them over the same with a thousand (row
 * `accrual`), and the time that one command takes which settles its slice of 100,000 orders that mature in one second (row
 * `maturity-slice`).
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type Applied, type Command, createKernel, idOf, type Kernel } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { BenchRow } from './row.ts';

const USDT = 1002;
const COIN = 100_000_000n;
const DAY_MS = 86_400_000;
const FIRST_USER = 1_000;
const OTHER_USER = 999;
/** Open orders that one user may have at most are 100. */
const ORDERS_OF_USER = 50;
/** Orders of the two rows, and those that many are compared with. */
const MANY = 1_000_000;
const DUE = 100_000;
const FEW = 1_000;
/** A tick with many may take so many times one with few. */
const TARGET_OVER = 2;
const ROUNDS = 5;
/** Time that no command may hold the kernel, with all that it settles for others. */
const TARGET_MS = 20;
const REASON = 'Orders of this bench';

/** A kernel with so many open orders of one day, all begun at one moment. */
class Invested {
  readonly kernel: Kernel = createKernel();
  /** Open orders that no exit has ended, with the place of each one's owner. */
  private readonly orders: number[] = [];
  private nowMs = 1_800_000_000_000;
  private random = 7;

  constructor(count: number) {
    this.send(0, { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null });
    this.send(0, { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 });
    this.open(OTHER_USER);
    this.send(0, {
      type: 'fundStaking',
      assetId: USDT,
      amount: (10_000_000n * COIN) as Amount,
      fromUserId: 0,
      reason: REASON,
    });
    const offer = this.send(0, {
      type: 'offerStaking',
      assetId: USDT,
      dailyPpm: 500,
      cycleDays: 1,
      minAmount: COIN as Amount,
      maxAmount: (10n * COIN) as Amount,
      userCapAmount: (10_000n * COIN) as Amount,
      capAmount: (10_000_000n * COIN) as Amount,
      exitPpm: 500_000,
      opensMs: 0,
      reason: REASON,
    });
    const subscribe = {
      type: 'subscribeStaking',
      offerId: idOf(offer),
      amount: COIN as Amount,
      autoRenew: false,
    } as const;
    for (let n = 0; n < count; n++) {
      const userId = FIRST_USER + Math.floor(n / ORDERS_OF_USER);
      if (n % ORDERS_OF_USER === 0) this.open(userId);
      this.orders.push(idOf(this.send(userId, subscribe)));
    }
  }

  get openOrders(): number {
    return this.kernel.staking.pools()[0]?.orders ?? 0;
  }

  pass(ms: number): void {
    this.nowMs += ms;
  }

  /** Applies a tick a second later; returns its milliseconds. */
  tick(): number {
    this.pass(1_000);
    return this.timed(0, { type: 'tick' });
  }

  /** Ends an order drawn by chance, a second later; returns the milliseconds. */
  exit(): number {
    this.pass(1_000);
    let at: number;
    do {
      this.random = (Math.imul(this.random, 1_664_525) + 1_013_904_223) >>> 0;
      at = this.random % this.orders.length;
    } while (this.orders[at] === 0);
    const orderId = this.orders[at]!;
    this.orders[at] = 0;
    return this.timed(FIRST_USER + Math.floor(at / ORDERS_OF_USER), { type: 'redeemStaking', orderId });
  }

  /** A command of a user without orders, and the milliseconds that it took with all that it settled for others. */
  other(): number {
    return this.timed(0, {
      type: 'practiceFunds',
      accountUserId: OTHER_USER,
      assetId: USDT,
      amount: 1n as Amount,
    });
  }

  private timed(userId: number, body: Command): number {
    const before = performance.now();
    this.send(userId, body);
    return performance.now() - before;
  }

  private open(userId: number): void {
    this.send(0, { type: 'openAccount', accountUserId: userId, kind: 'user' });
    const amount = (1_000n * COIN) as Amount;
    this.send(0, { type: 'practiceFunds', accountUserId: userId, assetId: USDT, amount });
  }

  private send(userId: number, body: Command): Applied['outcome'] {
    const { kernel, nowMs } = this;
    const { outcome } = kernel.apply({
      seq: kernel.seq + 1,
      timeMs: nowMs,
      userId,
      key: null,
      bodyHash: null,
      body,
    });
    if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
    return outcome;
  }
}

const at = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** Commands of other users, one second after the other. */
function seconds(invested: Invested, count: number): number[] {
  return Array.from({ length: count }, () => {
    invested.pass(1_000);
    return invested.other();
  });
}

/**
 * Open orders cost nothing while time passes: no sweep runs over them. Ticks and exits of both kernels take turns, and the
 * worse of the two counts.
 */
function accrual(many: Invested, few: Invested, count: number, orders: number): BenchRow {
  const steps = ['tick', 'exit'] as const;
  const times = steps.map(() => ({ many: [] as number[], few: [] as number[] }));
  for (let round = 0; round < ROUNDS; round++)
    steps.forEach((step, i) => {
      for (let n = 0; n < count / ROUNDS; n++) {
        times[i]!.many.push(many[step]());
        if (step === 'tick' || n < FEW / (2 * ROUNDS)) times[i]!.few.push(few[step]());
      }
    });
  const us = (values: readonly number[]) => at(values, 0.5) * 1_000;
  const over = Math.max(...times.map((of) => us(of.many) / us(of.few)));
  const shown = (side: 'many' | 'few') => times.map((of) => rounded(us(of[side]), 2)).join(', ');
  return {
    name: 'accrual',
    ours: rounded(over, 3),
    peer: TARGET_OVER,
    ratio: rounded(TARGET_OVER / over, 2),
    unit: '×',
    note: `the worse of a tick and an early exit, each a second later, with ${orders} staking orders over ${FEW}; target ${TARGET_OVER}; medians in µs: ${shown('many')} and ${shown('few')}`,
  };
}

/** Commands of other users while all orders mature; each settles its slice of them. */
function maturitySlice(invested: Invested, quiet: readonly number[], orders: number): BenchRow {
  invested.pass(DAY_MS);
  const times: number[] = [];
  while (invested.openOrders > 0) times.push(invested.other());
  const p99 = at(times, 0.99);
  const quietP99 = at(quiet, 0.99);
  const slice = Math.round(orders / times.length);
  return {
    name: 'maturity-slice',
    ours: rounded(p99, 2),
    peer: TARGET_MS,
    ratio: rounded(TARGET_MS / p99, 2),
    unit: 'ms',
    note: `p99 of other users' commands while ${orders} orders of one second mature, ${slice} a command (${times.length} commands, ${times.reduce((sum, time) => sum + time, 0).toFixed(0)} ms in all); quiet p99 ${quietP99.toFixed(3)} ms; target ${TARGET_MS} ms`,
  };
}

export async function run(quick = false): Promise<BenchRow[]> {
  const count = quick ? 500 : 2_000;
  const few = new Invested(FEW);
  const orders = quick ? MANY / 20 : MANY;
  const row = accrual(new Invested(orders), few, count, orders);
  const due = quick ? DUE / 10 : DUE;
  return [row, maturitySlice(new Invested(due), seconds(few, count), due)];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await run(process.argv.includes('--quick')));
