import type { Gear } from '@candor/kernel';

const DAY = 86_400n * 1_000_000n;

/** A user's part of a coin. */
export interface Miner {
  held: bigint;
  /** In units × 86,400 × 10⁶. */
  earned: bigint;
  claimed: bigint;
}

/** A coin that is mined, reckoned in its own way: each stretch of paid seconds is given to every user at once. */
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
    const rate = this.rate();
    const seconds = second - this.second;
    let paid = this.endedAt === null ? seconds : 0;
    let end: number | null = null;
    if (this.endedAt === null && rate > 0n) {
      const payable = (this.pool * DAY - this.earned()) / rate;
      if (payable <= BigInt(seconds)) {
        paid = Number(payable);
        end = this.second + paid;
      }
    }
    for (const miner of this.miners.values())
      miner.earned += miner.held * this.ppm(miner.held) * BigInt(paid);
    this.second = second;
    if (end !== null) this.endedAt = end;
    return end;
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

  /** True if the pool can pay one more second of all that is held. */
  paysOn(): boolean {
    return this.earned() + this.rate() <= this.pool * DAY;
  }

  held(): bigint {
    return [...this.miners.values()].reduce((sum, { held }) => sum + held, 0n);
  }

  earned(): bigint {
    return [...this.miners.values()].reduce((sum, { earned }) => sum + earned, 0n);
  }

  rate(): bigint {
    return [...this.miners.values()].reduce((sum, { held }) => sum + held * this.ppm(held), 0n);
  }

  private ppm(held: bigint): bigint {
    let ppm = 0;
    for (const gear of this.gears) if (held >= gear.minAmount) ppm = gear.dailyPpm;
    return BigInt(ppm);
  }
}
