const DAY = 86_400n * 1_000_000n;

/** Gears as the oracle knows them: from so many units on, so many parts per million a day. */
export type NaiveGears = readonly (readonly [bigint, number])[];

/**
 * Streams told second by second, by nothing but additions: each second pays everybody or nobody, while all that was earned
 * stays within the pool. Once a second could not be paid, none is until the pool is funded.
 */
export class NaiveStream {
  readonly held = new Map<string, bigint>();
  readonly earned = new Map<string, bigint>();
  readonly claimed = new Map<string, bigint>();
  gears: NaiveGears;
  pool: bigint;
  second = 0;
  endedAt: number | null = null;

  constructor(pool: bigint, gears: NaiveGears) {
    this.pool = pool;
    this.gears = gears;
  }

  /** Passes to a second, one after the other. */
  to(second: number): void {
    while (this.second < second) {
      this.look();
      if (this.endedAt === null)
        for (const [name, held] of this.held)
          this.earned.set(name, (this.earned.get(name) ?? 0n) + this.ofSecond(held));
      this.second++;
    }
    this.look();
  }

  /** Passes a day: at once where the pool covers all of it, else second by second. */
  day(): void {
    let due = 0n;
    for (const earned of this.earned.values()) due += earned;
    for (const held of this.held.values()) due += this.ofSecond(held) * 86_400n;
    if (this.endedAt === null && due > this.pool * DAY) {
      this.to(this.second + 86_400);
      return;
    }
    if (this.endedAt === null)
      for (const [name, held] of this.held)
        this.earned.set(name, (this.earned.get(name) ?? 0n) + this.ofSecond(held) * 86_400n);
    this.second += 86_400;
    this.look();
  }

  change(name: string, amount: bigint): void {
    this.held.set(name, (this.held.get(name) ?? 0n) + amount);
  }

  fund(amount: bigint): void {
    this.pool += amount;
    if (amount > 0n) this.endedAt = null;
    this.look();
  }

  claim(name: string): bigint {
    const units = this.units(name);
    this.earned.set(name, (this.earned.get(name) ?? 0n) - units * DAY);
    this.claimed.set(name, (this.claimed.get(name) ?? 0n) + units);
    this.pool -= units;
    return units;
  }

  units(name: string): bigint {
    return (this.earned.get(name) ?? 0n) / DAY;
  }

  /** Paid and still to be claimed, in whole units. */
  output(name: string): bigint {
    return (this.claimed.get(name) ?? 0n) + this.units(name);
  }

  private look(): void {
    if (this.endedAt !== null) return;
    let due = 0n;
    let rate = 0n;
    for (const earned of this.earned.values()) due += earned;
    for (const held of this.held.values()) rate += this.ofSecond(held);
    if (rate > 0n && due + rate > this.pool * DAY) this.endedAt = this.second;
  }

  private ofSecond(held: bigint): bigint {
    let ppm = 0;
    for (const [least, rate] of this.gears) if (held >= least) ppm = rate;
    return held * BigInt(ppm);
  }
}
