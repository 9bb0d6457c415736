import type { Gear } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { ANN, Bench, BOB, DAY_S, gear, START_MS, units } from './bench.ts';
import { NaiveStream } from './oracle.ts';

/** Seconds from the bench's start to a whole minute, at which gears may change. */
const OFFSET = 40;
const FIRST: readonly Gear[] = [gear('1', 500), gear('2000', 700)];
const SECOND: readonly Gear[] = [gear('1', 800), gear('2400', 1_100)];
const HELD = [
  [ANN, '1000.00000007'],
  [BOB, '2499.99999999'],
  [ANN + 2, '1.00000001'],
] as const;

const naive = (gears: readonly Gear[]) =>
  gears.map(({ minAmount, dailyPpm }) => [minAmount, dailyPpm] as const);

/** Both tellings of the same life, a day at a time, compared at the end of each day. */
class Life {
  readonly bench: Bench;
  readonly told: NaiveStream;
  /** Days that are over. */
  days = 0;

  constructor(pool: string) {
    this.bench = new Bench({ users: 3, pool, gears: FIRST });
    this.told = new NaiveStream(units(pool), naive(FIRST));
    this.bench.to(OFFSET);
    for (const [userId, amount] of HELD) this.lock(userId, amount);
  }

  lock(userId: number, amount: string): void {
    expect(this.bench.lock(userId, amount)).toBe('ok');
    this.told.change(String(userId), units(amount));
  }

  fund(amount: string): void {
    expect(this.bench.fund(amount)).toBe('ok');
    this.told.fund(units(amount));
  }

  claim(userId: number): void {
    const before = this.bench.rewards(userId);
    this.bench.claim(userId);
    expect(this.bench.rewards(userId) - before).toBe(this.told.claim(String(userId)));
  }

  /** Lets the gears change when so many days are over. */
  change(gears: readonly Gear[], day: number): void {
    this.bench.change(gears, START_MS + (OFFSET + day * DAY_S) * 1_000);
  }

  /** Lets days pass until so many are over, with a tick each. */
  to(day: number): void {
    const { bench, told } = this;
    while (this.days < day) {
      this.days++;
      bench.to(OFFSET + this.days * DAY_S);
      told.day();
      this.compare();
    }
  }

  compare(): void {
    const { bench, told } = this;
    let earned = 0n;
    for (const [userId] of HELD) {
      const own = told.earned.get(String(userId)) ?? 0n;
      earned += own;
      expect(bench.position(userId).earned).toBe(own);
    }
    const owed = (earned + BigInt(DAY_S) * 1_000_000n - 1n) / (BigInt(DAY_S) * 1_000_000n);
    const isEnded = told.endedAt !== null;
    expect(bench.stream).toMatchObject({ pool: told.pool, owed, isEnded });
  }
}

describe('a year of days', () => {
  it.each([
    ['common', 366, 365],
    ['leap', 0, 366],
  ])(
    'that is %s pays what the oracle pays, day by day, through new gears, an end and a funding',
    (_, from, days) => {
      const life = new Life('500');
      life.bench.quietly();
      if (from > 0) {
        life.fund('823.7');
        life.to(from);
        for (const [userId] of HELD) life.claim(userId);
      }
      const start = new Date(life.bench.nowMs - OFFSET * 1_000);
      const middle = from + 183;
      life.to(middle - 2);
      life.change(SECOND, middle);
      life.to(middle - 1);
      life.claim(BOB);
      life.bench.to(OFFSET + middle * DAY_S);
      life.told.day();
      life.told.gears = naive(SECOND);
      life.days = middle;
      life.compare();
      expect(life.told.endedAt).toBeNull();
      life.to(from + 300);
      const [end] = life.bench.of('miningPoolEnded');
      expect(end?.endSecond).toBe(START_MS / 1_000 + OFFSET + life.told.endedAt!);
      expect((end!.endSecond - START_MS / 1_000 - OFFSET) % DAY_S).toBeGreaterThan(0);
      // nothing accrued since, and what was earned stays
      life.claim(ANN);
      life.fund('600');
      life.to(from + days);
      for (const [userId] of HELD) life.claim(userId);
      life.compare();
      expect(life.bench.of('miningPoolEnded')).toHaveLength(1);
      const over = new Date(life.bench.nowMs - OFFSET * 1_000);
      expect([over.getUTCMonth(), over.getUTCDate()]).toEqual([start.getUTCMonth(), start.getUTCDate()]);
      expect(over.getUTCFullYear() - start.getUTCFullYear()).toBe(1);
      expect(life.bench.kernel.ledgerSums().every(({ sum }) => sum === 0n)).toBe(true);
    },
  );
});
