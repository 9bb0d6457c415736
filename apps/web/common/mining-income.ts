import type { CallData, Calls, MiningGearRow } from '@candor/api';
import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import {
  DAY_SECONDS,
  type Gear,
  gearPpm,
  payableSeconds,
  streamedOver,
  streamedUnits,
  YEAR_DAYS,
} from '@candor/rules';

const SECOND_MS = 1_000;
const YEAR_SECONDS = YEAR_DAYS * DAY_SECONDS;

type Overview = CallData<Calls['getMiningOverview']>;

/** A gear by what it asks and pays; amounts are decimals of the coin. */
export type GearTerms = Pick<MiningGearRow, 'gear' | 'minAmount' | 'dailyPpm'>;

/** The gears as the ledger's formulas take them. */
export const rulesGears = (gears: readonly GearTerms[], scale: number): readonly Gear[] =>
  gears.map(({ minAmount, dailyPpm }) => ({ minAmount: cut(minAmount, scale) as Amount, dailyPpm }));

/** Parts that an amount earns at one rate. */
export const earnedOver = (held: bigint, dailyPpm: number, seconds: number): bigint =>
  streamedOver(held, [{ termsNo: 0, dailyPpm, seconds }]);

/** Everything by which a pool pays, as the overview has it. */
export type PayingPool = Pick<Overview, 'scale' | 'time'> & {
  readonly gears: readonly (GearTerms & Pick<MiningGearRow, 'held'>)[];
  readonly pool: Pick<Overview['pool'], 'free' | 'isEmpty'>;
};

/** Income that the pool can pay; decimals of the coin, rounded down. */
export interface Income {
  /** Null where the pool ends within a day. */
  readonly perDay: string | null;
  /** Sum of 365 days at one rate: income earns none. Null where the pool ends before. */
  readonly perYear: string | null;
  /** All of it until the pool ends, and when that is; null where the pool lasts a year. */
  readonly untilEnd: { readonly amount: string; readonly endsTime: number } | null;
}

/**
 * Returns the income of an amount that takes the place of what its owner holds now: the pool then pays all others and
 * this amount by its gear, and ends the sooner. Null for what is no amount.
 */
export function incomeOf(amount: string, heldNow: string, overview: PayingPool): Income | null {
  const { gears, pool, scale, time } = overview;
  const held = parseDecimal(amount, scale);
  const before = parseDecimal(heldNow, scale);
  if (held === null || before === null) return null;
  const steps = rulesGears(gears, scale);
  const dailyPpm = pool.isEmpty ? 0 : gearPpm(steps, held);
  const over = (seconds: number) =>
    formatDecimalTrimmed(streamedUnits(earnedOver(held, dailyPpm, seconds)), scale);
  const all = gears.reduce((sum, gear) => sum + cut(gear.held, scale) * BigInt(gear.dailyPpm), 0n);
  const others = all - before * BigInt(gearPpm(steps, before));
  // account and overview may be some seconds apart
  const rate = (others > 0n ? others : 0n) + held * BigInt(dailyPpm);
  const seconds = dailyPpm === 0 ? Number.POSITIVE_INFINITY : payableSeconds(cut(pool.free, scale), 0n, rate);
  return {
    perDay: seconds < DAY_SECONDS ? null : over(DAY_SECONDS),
    perYear: seconds < YEAR_SECONDS ? null : over(YEAR_SECONDS),
    untilEnd: seconds < YEAR_SECONDS ? { amount: over(seconds), endsTime: time + seconds * SECOND_MS } : null,
  };
}

function cut(text: string, scale: number): bigint {
  return parseDecimal(text, scale) ?? 0n;
}
