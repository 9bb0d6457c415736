import type { Amount } from '@candor/money';
import {
  type Gear,
  gearOf,
  gearPpm,
  payableSeconds,
  STREAM_DAY,
  streamedOver,
  streamedUnits,
  streamOwed,
  streamSpans,
} from '@candor/rules';
import { assert } from '../assert.ts';
import type { StreamedAccrual, StreamedPositionView, StreamedVersion, StreamView } from './streamed-terms.ts';

/** Holding of a user in a stream, as it was last touched. */
export interface StreamedPosition {
  readonly userId: number;
  held: bigint;
  /** Paid seconds of the stream at the last touch. */
  seconds: number;
  /** Earned and not claimed until then, in units × 86,400 × 10⁶. */
  earned: bigint;
  /** Whole units that were claimed so far. */
  claimed: bigint;
}

/** Holders of one gear together. */
interface InGear {
  holders: number;
  held: bigint;
}

/** A stream as a snapshot keeps it. */
export interface StreamFacts {
  readonly assetId: number;
  readonly seconds: number;
  readonly second: number;
  readonly earned: bigint;
  readonly claimed: bigint;
  readonly isEnded: boolean;
}

/**
 * A coin that pays by the second, at the rate of the gear that an amount reaches. All holders share one counter of paid
 * seconds: an amount earns held × ppm × seconds, a whole number, so that nothing is rounded until it is claimed, and a
 * second costs the same however many hold. A position is counted when it is touched: before each change of its amount.
 *
 * Invariants: `earned` is the sum of what all positions have earned and not claimed; it never outgrows the pool; the
 * counter never goes back, and stands still once the pool has ended, until it is funded.
 */
export class Stream {
  readonly assetId: number;
  readonly versions: StreamedVersion[] = [];
  readonly positions = new Map<number, StreamedPosition>();
  /** Paid seconds so far. */
  seconds = 0;
  /** The whole second (Unix) up to which it is counted. */
  second = 0;
  /** Sum of what is earned and not claimed, in units × 86,400 × 10⁶. */
  earned = 0n;
  claimed = 0n;
  isEnded = false;
  /** By place of the gear; those below the lowest at 0. */
  private inGears: InGear[] = [{ holders: 0, held: 0n }];
  /** Σ held × ppm. */
  private rate = 0n;

  constructor(assetId: number) {
    this.assetId = assetId;
  }

  /** The gears of now; none before the first ones are set. */
  get gears(): readonly Gear[] {
    return this.versions.at(-1)?.gears ?? [];
  }

  facts(): StreamFacts {
    const { assetId, seconds, second, earned, claimed, isEnded } = this;
    return { assetId, seconds, second, earned, claimed, isEnded };
  }

  /** Takes over what a snapshot kept. The versions and positions must be there. */
  restore({ seconds, second, earned, claimed, isEnded }: StreamFacts): void {
    Object.assign(this, { seconds, second, earned, claimed, isEnded });
    this.sortIntoGears();
  }

  /** Counts the seconds up to `second`, while a pool of so many units can pay them. */
  advance(second: number, pool: bigint): void {
    const passed = second - this.second;
    const paid = this.paidOf(passed, pool);
    this.earned += this.rate * BigInt(paid);
    this.seconds += paid;
    this.second = second;
  }

  /** The second at which the pool ends, if nothing changes before; Infinity for none, or once it has ended. */
  endSecond(pool: bigint): number {
    if (this.isEnded) return Number.POSITIVE_INFINITY;
    return this.second + payableSeconds(pool, this.earned, this.rate);
  }

  /** Whole units that are owed so many paid seconds later, if nothing changes before. */
  owedAfter(seconds: number): Amount {
    return streamOwed(this.earned + this.rate * BigInt(seconds));
  }

  /** True if the pool can pay a second of an amount more (or less) at the gear that a user's amount reaches then. */
  canPay(userId: number, change: bigint, pool: bigint): boolean {
    const held = this.positions.get(userId)?.held ?? 0n;
    const rate = this.rate - this.rateOf(held) + this.rateOf(held + change);
    return payableSeconds(pool, this.earned, rate) >= 1;
  }

  /** Begins a version of the gears. */
  setGears(gears: readonly Gear[], nowMs: number): StreamedVersion {
    const before = this.gears;
    const version = {
      termsNo: this.versions.length + 1,
      gears: gears.map(({ minAmount, dailyPpm }) => ({ minAmount, dailyPpm })),
      fromSeconds: this.seconds,
      beganMs: nowMs,
    };
    this.versions.push(version);
    const isSameSteps =
      before.length === gears.length && before.every(({ minAmount }, i) => minAmount === gears[i]!.minAmount);
    if (isSameSteps) this.addRates();
    else this.sortIntoGears();
    return version;
  }

  /** Counts a position up to now. A user without one gets an empty one. */
  touch(userId: number): { readonly position: StreamedPosition; readonly accrual: StreamedAccrual } {
    let position = this.positions.get(userId);
    if (position === undefined) {
      position = { userId, held: 0n, seconds: this.seconds, earned: 0n, claimed: 0n };
      this.positions.set(userId, position);
    }
    const accrual = this.accrualOf(position, this.seconds);
    position.seconds = this.seconds;
    position.earned = accrual.earned;
    return { position, accrual };
  }

  /** Changes what a position holds, which was touched just before. */
  change(position: StreamedPosition, amount: bigint): void {
    assert(position.seconds === this.seconds, 'a position is counted before it changes');
    this.count(position.held, -1);
    position.held += amount;
    assert(position.held >= 0n, 'nobody holds less than nothing');
    this.count(position.held, 1);
  }

  /** Takes the whole units out of what a position has earned, which was touched just before. */
  claim(position: StreamedPosition): Amount {
    assert(position.seconds === this.seconds, 'a position is counted before it is claimed');
    const units = streamedUnits(position.earned);
    position.earned -= units * STREAM_DAY;
    position.claimed += units;
    this.earned -= units * STREAM_DAY;
    this.claimed += units;
    return units;
  }

  /** The position of a user at a time from now on, while a pool of so many units pays; null without one. */
  viewOf(userId: number, second: number, pool: bigint): StreamedPositionView | null {
    const position = this.positions.get(userId);
    if (position === undefined) return null;
    const { held, claimed } = position;
    const paid = this.paidOf(second - this.second, pool);
    const { earned } = this.accrualOf(position, this.seconds + paid);
    return {
      assetId: this.assetId,
      userId,
      held: held as Amount,
      gear: gearOf(this.gears, held),
      dailyPpm: gearPpm(this.gears, held),
      accrued: streamedUnits(earned),
      earned,
      claimed: claimed as Amount,
      second,
    };
  }

  /** The stream at a time from now on, over a pool of so many units. */
  view(second: number, pool: bigint): StreamView {
    const paid = this.paidOf(second - this.second, pool);
    const owed = streamOwed(this.earned + this.rate * BigInt(paid));
    const all = this.inGears.reduce(
      (sum, { holders, held }) => ({ holders: sum.holders + holders, held: sum.held + held }),
      { holders: 0, held: 0n },
    );
    const endSecond = this.endSecond(pool);
    return {
      assetId: this.assetId,
      termsNo: this.versions.length,
      gears: this.gears.map((gear, i) => {
        const { holders, held } = this.inGears[i + 1]!;
        return { ...gear, holders, held: held as Amount };
      }),
      holders: all.holders,
      held: all.held as Amount,
      pool: pool as Amount,
      owed,
      free: (pool - owed) as Amount,
      claimed: this.claimed as Amount,
      perDay: streamOwed(this.rate * 86_400n),
      seconds: this.seconds + paid,
      second,
      endSecond: Number.isFinite(endSecond) ? endSecond : null,
      isEnded: this.isEnded || endSecond <= second,
    };
  }

  /** Seconds of those that passed which the pool pays. */
  private paidOf(passed: number, pool: bigint): number {
    assert(passed >= 0, 'seconds never go back');
    return this.isEnded ? 0 : Math.min(passed, payableSeconds(pool, this.earned, this.rate));
  }

  private accrualOf(
    { held, seconds, earned: carried }: StreamedPosition,
    toSeconds: number,
  ): StreamedAccrual {
    const spans = streamSpans(this.versions, held, seconds, toSeconds);
    const earned = carried + streamedOver(held, spans);
    return { held: held as Amount, fromSeconds: seconds, toSeconds, spans, carried, earned };
  }

  private rateOf(held: bigint): bigint {
    return held * BigInt(gearPpm(this.gears, held));
  }

  /** Counts an amount into its gear, or out of it. */
  private count(held: bigint, holders: 1 | -1): void {
    if (held === 0n) return;
    const sums = this.inGears[gearOf(this.gears, held)]!;
    sums.holders += holders;
    sums.held += BigInt(holders) * held;
    this.rate += BigInt(holders) * this.rateOf(held);
  }

  private addRates(): void {
    this.rate = 0n;
    for (const [i, { dailyPpm }] of this.gears.entries())
      this.rate += this.inGears[i + 1]!.held * BigInt(dailyPpm);
  }

  private sortIntoGears(): void {
    this.inGears = Array.from({ length: this.gears.length + 1 }, () => ({ holders: 0, held: 0n }));
    this.rate = 0n;
    for (const { held } of this.positions.values()) this.count(held, 1);
  }
}
