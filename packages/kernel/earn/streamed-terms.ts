import type { Amount } from '@candor/money';
import type { Gear, GearsVersion, StreamedSpan } from '@candor/rules';

export type { Gear, StreamedSpan };

/** The gears of a coin from one moment on, the lowest first. None: nothing is paid. */
export interface StreamedTerms {
  readonly assetId: number;
  readonly gears: readonly Gear[];
}

/** A version of a coin's gears, with the paid seconds of the coin and the time at which it began. */
export interface StreamedVersion extends GearsVersion {
  readonly beganMs: number;
}

/** A span of time through which one amount was held, as it was counted. */
export interface StreamedAccrual {
  /** Amount that was held through all of it. */
  readonly held: Amount;
  /** Paid seconds of the coin at its begin and at its end. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly spans: readonly StreamedSpan[];
  /** Earned and not claimed at its begin, in units × 86,400 × 10⁶. */
  readonly carried: bigint;
  /** The same at its end: `carried` and held × Σ ppm × seconds. */
  readonly earned: bigint;
}

/** A user's share of a stream, as it stands. */
export interface StreamedPositionView {
  readonly assetId: number;
  readonly userId: number;
  readonly held: Amount;
  /** The gear of what is held: its place from 1 on, 0 below the lowest. */
  readonly gear: number;
  readonly dailyPpm: number;
  /** Whole units that can be claimed now. */
  readonly accrued: Amount;
  /** All that is earned and not claimed, in units × 86,400 × 10⁶: the rest below a unit is kept. */
  readonly earned: bigint;
  /** Whole units that were claimed so far. */
  readonly claimed: Amount;
  /** The whole second (Unix) up to which it is counted. */
  readonly second: number;
}

/** A gear with those who stand in it. */
export interface StreamedGearView extends Gear {
  readonly holders: number;
  readonly held: Amount;
}

/** A stream of one coin, as it stands. */
export interface StreamView {
  readonly assetId: number;
  readonly termsNo: number;
  readonly gears: readonly StreamedGearView[];
  /** Users who hold something, in a gear or below. */
  readonly holders: number;
  /** All that users hold locked. */
  readonly held: Amount;
  /** Holdings of the pool. */
  readonly pool: Amount;
  /** Part of the pool that is earned and not claimed, rounded up: it pays nothing else. */
  readonly owed: Amount;
  /** Pool less owed: pays what is to come, and alone goes back to the house. */
  readonly free: Amount;
  /** Units that were claimed so far, of all users. */
  readonly claimed: Amount;
  /** Units that a day costs at present, rounded up. */
  readonly perDay: Amount;
  /** Paid seconds since the begin. */
  readonly seconds: number;
  /** The whole second (Unix) up to which it is counted. */
  readonly second: number;
  /** The second at which the pool ends at present; null while nothing is paid, or nothing ends it. */
  readonly endSecond: number | null;
  /** True once the pool has ended: nothing accrues until it is funded. */
  readonly isEnded: boolean;
}
