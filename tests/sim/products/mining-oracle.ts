import type { Gear } from '@candor/kernel';

const DAY = 86_400n * 1_000_000n;
/** Seconds that are given one by one; the end within a longer stretch is looked for by halves. */
const ONE_BY_ONE = 120;

/** A user's part of a coin. */
export interface Miner {
  held: bigint;
  /** In units × 86,400 × 10⁶. */
  earned: bigint;
  claimed: bigint;
}

/**
 * A coin that is mined, reckoned in its own way and without a division: each second is given to every user in turn as
 * long as all that they have then lies in the pool. A stretch longer than two minutes is given at once, up to the last
 * second for which the same holds, found by halves.
 */
export class Mine {
  gears: readonly Gear[] = [];
  termsNo = 0;
  pool = 0n;
  second = 0;
  /** The second at which the pool ended; null while it pays. */
  endedAt: number | null = null;
  /** An end that time brought while somebody only looked, until it is told; null for none. */
  untold: number | null = null;
  readonly miners = new Map<number, Miner>();

  /** Lets time pass to a second. Returns the second at which the pool ended by the way; null for none. */
  pass(second: number): number | null {
    const before = this.endedAt;
    this.look();
    while (this.second < second) {
      const left = second - this.second;
      const seconds = left <= ONE_BY_ONE ? 1 : left;
      const paid = this.endedAt === null ? this.payable(seconds) : 0;
      for (const miner of this.miners.values())
        miner.earned += miner.held * this.ppm(miner.held) * BigInt(paid);
      if (this.endedAt === null && paid < seconds) this.endedAt = this.second + paid;
      this.second += seconds;
      this.look();
    }
    return this.endedAt === before ? null : this.endedAt;
  }

  /** The pool ends at the second after which it cannot pay another one. */
  private look(): void {
    if (this.endedAt === null && !this.paysOn()) this.endedAt = this.second;
  }

  /** The most of so many seconds that all can be given, one after the other. */
  private payable(seconds: number): number {
    let step = 1;
    while (step < seconds) step *= 2;
    let paid = 0;
    for (; step >= 1; step /= 2) if (paid + step <= seconds && this.covers(paid + step)) paid += step;
    return paid;
  }

  /** True if all that users have after so many seconds more lies in the pool. */
  private covers(seconds: number): boolean {
    let due = 0n;
    for (const { held, earned } of this.miners.values())
      due += earned + held * this.ppm(held) * BigInt(seconds);
    return due <= this.pool * DAY;
  }

  miner(userId: number): Miner {
    let miner = this.miners.get(userId);
    if (miner === undefined) {
      miner = { held: 0n, earned: 0n, claimed: 0n };
      this.miners.set(userId, miner);
    }
    return miner;
  }

  /** Takes the whole units that a user earned. */
  claim(userId: number): bigint {
    const miner = this.miner(userId);
    const units = miner.earned / DAY;
    miner.earned -= units * DAY;
    miner.claimed += units;
    return units;
  }

  /** True if the pool can pay one more second of all that is held, or nothing is to be paid. */
  paysOn(): boolean {
    return this.covers(1);
  }

  held(): bigint {
    return [...this.miners.values()].reduce((sum, { held }) => sum + held, 0n);
  }

  earned(): bigint {
    return [...this.miners.values()].reduce((sum, { earned }) => sum + earned, 0n);
  }

  private ppm(held: bigint): bigint {
    let ppm = 0;
    for (const gear of this.gears) if (held >= gear.minAmount) ppm = gear.dailyPpm;
    return BigInt(ppm);
  }
}
