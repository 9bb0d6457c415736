const PPM = 1_000_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MAX_MS = 365 * DAY_MS;

/** Published terms of OTC: every number of its rules. Amounts are base units of the value asset. */
export interface OtcTerms {
  /** Asset in which limits are counted and against which indices are: USDT. */
  readonly valueAssetId: number;
  /** Fee of whoever made the offer, in parts per million of the coins, in those coins. */
  readonly makerFeePpm: number;
  /** Prices may differ so much from the index times the currency's rate. */
  readonly bandPpm: number;
  /** Bounds of the time to pay; offers of the value asset may give more. */
  readonly minWindowMs: number;
  readonly maxWindowMs: number;
  readonly maxStableWindowMs: number;
  /** Coins stay so long after the time to pay has passed, for an appeal. */
  readonly lapseMs: number;
  /** A paid order that nobody moved for so long is appealed by itself. */
  readonly silenceMs: number;
  /** Time for an answer to an appeal, and for its decision. */
  readonly answerMs: number;
  readonly decideMs: number;
  /** Bought value leaves the house no earlier. */
  readonly holdMs: number;
  /** Ends at one's own fault within `faultMemoryMs` pause orders from this many on: by the first of `pausesMs`, one more by the next. */
  readonly faultsToPause: number;
  readonly faultMemoryMs: number;
  readonly pausesMs: readonly number[];
  /** The first so many orders of a user are worth at most `newValue` each, one at a time. */
  readonly newOrders: number;
  readonly newValue: bigint;
  /** Deposit of a merchant in the merchant's own name. It is free again so long after leaving. */
  readonly deposit: bigint;
  readonly depositBackMs: number;
}

/** Highest fee of an offer's maker: one percent. */
export const MAX_OTC_FEE_PPM = 10_000;
/** Notice of later terms, in ms. Open orders keep those of their taking. */
export const OTC_NOTICE_MS = DAY_MS;

/** Terms of a first start, for a value asset of this scale. */
export function firstOtcTerms(valueAssetId: number, scale: number): OtcTerms {
  const coin = 10n ** BigInt(scale);
  return {
    valueAssetId,
    makerFeePpm: 1_000,
    bandPpm: 100_000,
    minWindowMs: 15 * MINUTE_MS,
    maxWindowMs: 30 * MINUTE_MS,
    maxStableWindowMs: 2 * HOUR_MS,
    lapseMs: 15 * MINUTE_MS,
    silenceMs: 72 * HOUR_MS,
    answerMs: 12 * HOUR_MS,
    decideMs: 72 * HOUR_MS,
    holdMs: DAY_MS,
    faultsToPause: 3,
    faultMemoryMs: DAY_MS,
    pausesMs: [HOUR_MS, 4 * HOUR_MS, DAY_MS],
    newOrders: 5,
    newValue: 200n * coin,
    deposit: 500n * coin,
    depositBackMs: 30 * DAY_MS,
  };
}

/** Returns true if the terms are whole and none makes another meaningless. */
export function areOtcTerms(terms: OtcTerms): boolean {
  const { makerFeePpm, bandPpm, minWindowMs, maxWindowMs, maxStableWindowMs, pausesMs } = terms;
  if (!isWithin(makerFeePpm, 0, MAX_OTC_FEE_PPM) || !isWithin(bandPpm, 1, PPM)) return false;
  if (!isWithin(minWindowMs, SECOND_MS, maxWindowMs)) return false;
  if (!isWithin(maxWindowMs, minWindowMs, maxStableWindowMs) || !isWithin(maxStableWindowMs, 1, DAY_MS))
    return false;
  const { lapseMs, silenceMs, answerMs, decideMs, holdMs, faultMemoryMs, depositBackMs } = terms;
  const clocks = [lapseMs, silenceMs, answerMs, decideMs, holdMs, faultMemoryMs, depositBackMs];
  if (!clocks.every((ms) => isWithin(ms, SECOND_MS, MAX_MS)) || answerMs > decideMs) return false;
  if (pausesMs.length === 0 || pausesMs.length > 5) return false;
  if (!pausesMs.every((ms, i) => isWithin(ms, pausesMs[i - 1] ?? SECOND_MS, MAX_MS))) return false;
  if (!isWithin(terms.faultsToPause, 1, 20) || !isWithin(terms.newOrders, 0, 100)) return false;
  return terms.newValue > 0n && terms.deposit >= 0n;
}

/** Returns how long an end at one's own fault pauses orders, in ms; `faults` counts it and those within the memory. */
export function otcPauseMs({ faultsToPause, pausesMs }: OtcTerms, faults: number): number {
  if (faults < faultsToPause) return 0;
  return pausesMs[Math.min(faults - faultsToPause, pausesMs.length - 1)]!;
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most;
}
