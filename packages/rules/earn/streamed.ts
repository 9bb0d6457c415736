import type { Amount } from '@candor/money';
import { MAX_DAILY_PPM } from './fixed.ts';

/** Denominator of all that is earned by the second: units × 86,400 seconds × 10⁶ parts per million. */
export const STREAM_DAY = 86_400n * 1_000_000n;
/** The most gears that a coin may have. */
export const MAX_GEARS = 20;
/** A pool that lasts longer has no end for now: some 3,000 years. */
const MAX_SECONDS = 100_000_000_000n;

/** A gear: all that is held earns this rate once it reaches the amount. */
export interface Gear {
  /** Base units. */
  readonly minAmount: Amount;
  /** Parts per million of what is held, a day. */
  readonly dailyPpm: number;
}

/** A version of the gears, by the paid seconds at which it began. */
export interface GearsVersion {
  /** From 1 on. */
  readonly termsNo: number;
  /** The lowest first; none where nothing is paid. */
  readonly gears: readonly Gear[];
  readonly fromSeconds: number;
}

/** Paid seconds at one rate. */
export interface StreamedSpan {
  readonly termsNo: number;
  /** 0 below the lowest gear. */
  readonly dailyPpm: number;
  readonly seconds: number;
}

/** True if the gears may be published: each above the one before, with a rate that is not lower. */
export function isGears(gears: readonly Gear[]): boolean {
  if (gears.length > MAX_GEARS) return false;
  return gears.every(({ minAmount, dailyPpm }, i) => {
    const below = gears[i - 1] ?? { minAmount: 0n, dailyPpm: 1 };
    if (!Number.isSafeInteger(dailyPpm) || dailyPpm > MAX_DAILY_PPM) return false;
    return minAmount > below.minAmount && dailyPpm >= below.dailyPpm;
  });
}

/** The place of the gear that an amount reaches, from 1 on; 0 below the lowest. */
export function gearOf(gears: readonly Gear[], held: bigint): number {
  let place = gears.length;
  while (place > 0 && held < gears[place - 1]!.minAmount) place--;
  return place;
}

/** The daily rate of an amount, in parts per million; 0 below the lowest gear. */
export function gearPpm(gears: readonly Gear[], held: bigint): number {
  return gears[gearOf(gears, held) - 1]?.dailyPpm ?? 0;
}

/**
 * Splits paid seconds by the versions of the gears: an amount that was held from `fromSeconds` to `toSeconds` had these
 * rates, one span a version. `versions` are all of the coin, the first one first.
 */
export function streamSpans(
  versions: readonly GearsVersion[],
  held: bigint,
  fromSeconds: number,
  toSeconds: number,
): StreamedSpan[] {
  const spans: StreamedSpan[] = [];
  let endSeconds = toSeconds;
  for (let i = versions.length - 1; i >= 0 && endSeconds > fromSeconds; i--) {
    const { termsNo, gears, fromSeconds: beganSeconds } = versions[i]!;
    const first = Math.max(fromSeconds, beganSeconds);
    if (first >= endSeconds) continue;
    spans.push({ termsNo, dailyPpm: gearPpm(gears, held), seconds: endSeconds - first });
    endSeconds = first;
  }
  return spans.reverse();
}

/** Growth of the index over the spans: Σ ppm × seconds, a whole number, so that nothing is rounded. */
export function indexGrowth(spans: readonly StreamedSpan[]): bigint {
  let growth = 0n;
  for (const { dailyPpm, seconds } of spans) growth += BigInt(dailyPpm) * BigInt(seconds);
  return growth;
}

/** Earned over the spans by an amount that was held through all of them, in units × 86,400 × 10⁶. */
export function streamedOver(held: bigint, spans: readonly StreamedSpan[]): bigint {
  return held * indexGrowth(spans);
}

/** Whole units of what is earned. The rest is kept, and nobody gains it. */
export function streamedUnits(earned: bigint): Amount {
  return (earned / STREAM_DAY) as Amount;
}

/** Units that a pool must hold for what is earned, rounded up: it never promises a fraction that it has not. */
export function streamOwed(earned: bigint): Amount {
  return ((earned + STREAM_DAY - 1n) / STREAM_DAY) as Amount;
}

/**
 * Whole seconds that a pool can still pay: while all that is earned stays within it. `rate` is Σ held × ppm. Infinity where
 * nothing is paid, or the end is out of sight.
 */
export function payableSeconds(pool: bigint, earned: bigint, rate: bigint): number {
  if (rate === 0n) return Number.POSITIVE_INFINITY;
  const seconds = (pool * STREAM_DAY - earned) / rate;
  return seconds > MAX_SECONDS ? Number.POSITIVE_INFINITY : Number(seconds);
}
