import type { MiningAccrualRow, MiningGearRow, MiningPoolRow } from '@candor/api';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { STREAM_DAY } from '@candor/rules';

const SECOND_MS = 1_000;
const YEAR_DAYS = 365n;
const MILLION = 1_000_000n;

/** A gear by what it asks and pays; amounts are decimals of the coin. */
export type GearTerms = Pick<MiningGearRow, 'gear' | 'minAmount' | 'dailyPpm'>;

/**
 * Base units that are accrued at a moment, as the ledger counts them: by whole seconds, rounded down, and none after the
 * pool's end. A moment before the account's own time shows what was earned until then.
 */
export function accruedAt(accrual: MiningAccrualRow, nowMs: number): bigint {
  const { held, dailyPpm, earned, time, endsTime, isEnded } = accrual;
  const untilMs = endsTime === null ? nowMs : Math.min(nowMs, endsTime);
  const seconds = isEnded ? 0 : Math.max(0, Math.floor((untilMs - time) / SECOND_MS));
  return (BigInt(earned) + BigInt(held) * BigInt(dailyPpm) * BigInt(seconds)) / STREAM_DAY;
}

/** The gear that an amount reaches; null below the lowest, and for what is no amount. */
export function gearOfAmount<Gear extends GearTerms>(
  gears: readonly Gear[],
  amount: string,
  scale: number,
): Gear | null {
  const held = parseDecimal(amount, scale);
  if (held === null) return null;
  return gears.findLast(({ minAmount }) => held >= cut(minAmount, scale)) ?? null;
}

/** The rate at which a gear earns now: none while the pool that pays it is empty. */
export function earningPpm({ isEmpty }: Pick<MiningPoolRow, 'isEmpty'>, dailyPpm: number): number {
  return isEmpty ? 0 : dailyPpm;
}

/** Income of an amount at a gear; decimals of the coin, rounded down. */
export interface Income {
  readonly perDay: string;
  /** Simple rate of 365 days: income earns none. */
  readonly perYear: string;
}

/** Returns the income of an amount at a rate; null for what is no amount. */
export function incomeOf(amount: string, dailyPpm: number, scale: number): Income | null {
  const held = parseDecimal(amount, scale);
  if (held === null) return null;
  const units = (days: bigint) => formatDecimalTrimmed((held * BigInt(dailyPpm) * days) / MILLION, scale);
  return { perDay: units(1n), perYear: units(YEAR_DAYS) };
}

/** A gear above the one that is reached, and what is missing of it. */
export interface NextGear<Gear> {
  readonly gear: Gear;
  readonly missing: string;
  /** Way from the gear that is reached to it, in percent: for drawing. */
  readonly percent: number;
}

/** Returns the next gear of what is held; null at the highest. */
export function nextGear<Gear extends GearTerms>(
  gears: readonly Gear[],
  held: string,
  scale: number,
): NextGear<Gear> | null {
  const units = parseDecimal(held, scale) ?? 0n;
  const at = gears.findIndex(({ minAmount }) => cut(minAmount, scale) > units);
  const gear = gears[at];
  if (gear === undefined) return null;
  const from = at === 0 ? 0n : cut(gears[at - 1]?.minAmount ?? '0', scale);
  const to = cut(gear.minAmount, scale);
  return {
    gear,
    missing: formatDecimalTrimmed(to - units, scale),
    percent: Number(((units - from) * 100n) / (to - from)),
  };
}

/** Returns the sum of two amounts; null where either can't be read or the difference is below 0. */
export function heldAfter(held: string, change: string, scale: number, sign: 1 | -1): string | null {
  const before = parseDecimal(held, scale);
  const units = parseDecimal(change, scale);
  if (before === null || units === null) return null;
  const after = before + BigInt(sign) * units;
  return after < 0n ? null : formatDecimalTrimmed(after, scale);
}

function cut(text: string, scale: number): bigint {
  return parseDecimal(text, scale) ?? 0n;
}
