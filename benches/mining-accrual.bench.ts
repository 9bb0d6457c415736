/**
 * A tick, a claim and a change of the rates of mining with a million miners, over the same with a thousand: a second is
 * counted once for all of them.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type Applied, type Command, createKernel, type Kernel } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { BenchRow } from './row.ts';

const COIN = 1001;
const UNITS = 100_000_000n;
const FIRST_USER = 1_000;
const FEW = 1_000;
const MANY = 1_000_000;
/** The most that a step with many may take over the same with few. */
const TARGET = 2;
const DAY_MS = 86_400_000;
const REASON = 'A bench of mining';

/** A kernel with so many miners of one coin, spread over three gears. */
class Miners {
  readonly kernel: Kernel = createKernel();
  private readonly count: number;
  private nowMs = 1_800_000_000_000;
  private random = 7;

  constructor(count: number) {
    this.count = count;
    this.send(0, { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null });
    this.send(0, { type: 'listAsset', assetId: COIN, code: 'BTC', name: 'Bitcoin', scale: 8 });
    this.send(0, { type: 'setMiningTerms', assetId: COIN, gears: gears(500) });
    const pool = (BigInt(MANY) * 1_000n * UNITS) as Amount;
    this.send(0, { type: 'fundMining', assetId: COIN, amount: pool, fromUserId: 0, reason: REASON });
    const amount = (100n * UNITS) as Amount;
    for (let userId = FIRST_USER; userId < FIRST_USER + count; userId++) {
      this.send(0, { type: 'openAccount', accountUserId: userId, kind: 'user' });
      this.send(0, { type: 'practiceFunds', accountUserId: userId, assetId: COIN, amount });
      this.send(0, {
        type: 'joinMining',
        accountUserId: userId,
        address: `0x${userId.toString(16).padStart(40, '0')}`,
      });
      const locked = (BigInt(1 + (userId % 100)) * UNITS) as Amount;
      this.send(userId, { type: 'lockMining', assetId: COIN, amount: locked, termsNo: 1 });
    }
  }

  /** Applies ticks a second apart. */
  tick(): void {
    this.nowMs += 1_000;
    this.send(0, { type: 'tick' });
  }

  /** Claims for one of all users, drawn by chance. */
  claim(): void {
    this.nowMs += 1_000;
    this.random = (Math.imul(this.random, 1_664_525) + 1_013_904_223) >>> 0;
    this.send(FIRST_USER + (this.random % this.count), { type: 'claimMining', assetId: COIN });
  }

  /** Announces other rates, to the last moment before they hold. */
  announce(dailyPpm: number): void {
    const effectiveMs = Math.ceil((this.nowMs + DAY_MS) / 60_000) * 60_000;
    const change = { type: 'setMiningTerms', assetId: COIN, gears: gears(dailyPpm) } as const;
    this.send(0, { type: 'scheduleChange', effectiveMs, reason: REASON, change });
    this.nowMs = effectiveMs - 1_000;
    this.send(0, { type: 'tick' });
  }

  private send(userId: number, body: Command): Applied {
    const { kernel, nowMs: timeMs } = this;
    const seq = kernel.seq + 1;
    const applied = kernel.apply({ seq, timeMs, userId, key: null, bodyHash: null, body });
    if (!applied.outcome.ok) throw new Error(`${body.type}: ${applied.outcome.code}`);
    return applied;
  }
}

const gears = (dailyPpm: number) =>
  [1n, 20n, 60n].map((coins, i) => ({ minAmount: (coins * UNITS) as Amount, dailyPpm: dailyPpm + 100 * i }));

/** Median time of a step in ms. */
function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

function timed(steps: number, act: () => void): number {
  const times: number[] = [];
  for (let step = 0; step < steps; step++) {
    const before = performance.now();
    act();
    times.push(performance.now() - before);
  }
  return median(times);
}

/** Times of a tick, a claim and a change of the rates, in ms. */
function measure(count: number): readonly number[] {
  const miners = new Miners(count);
  const ticks = timed(2_000, () => miners.tick());
  const claims = timed(2_000, () => miners.claim());
  const changes: number[] = [];
  for (let change = 0; change < 101; change++) {
    miners.announce(500 + change);
    changes.push(timed(1, () => miners.tick()));
  }
  return [ticks, claims, median(changes)];
}

/** The row `mining-accrual`: the worst of the three steps with many miners, over the same with few. */
export async function run(quick = false): Promise<BenchRow[]> {
  const many = quick ? MANY / 20 : MANY;
  const few = measure(FEW);
  const all = measure(many);
  const worst = Math.max(...all.map((time, step) => time / few[step]!));
  const shown = (times: readonly number[]) => times.map((time) => (time * 1_000).toFixed(1)).join(', ');
  const note = `the worst of a tick, a claim and a change of the rates with ${many} miners over ${FEW}; target ${TARGET}; µs: ${shown(all)} and ${shown(few)}`;
  return [
    {
      name: 'mining-accrual',
      ours: Number(worst.toFixed(3)),
      peer: TARGET,
      ratio: Number((TARGET / worst).toFixed(2)),
      unit: '×',
      note,
    },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await run(process.argv.includes('--quick')));
