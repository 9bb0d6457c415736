import type { MiningAccrualRow } from '@candor/api';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { gearOf, streamedUnits } from '@candor/rules';
import { earnedOver, type GearTerms, rulesGears } from '../common/mining-income.ts';

const SECOND_MS = 1_000;

/**
 * Base units that are accrued at a moment, as the ledger counts them: by whole seconds, rounded down, and none after the
 * pool's end. A moment before the account's own time shows what was earned until then.
 */
export function accruedAt(accrual: MiningAccrualRow, nowMs: number): bigint {
  const { held, dailyPpm, earned, time, endsTime, isEnded } = accrual;
  const untilMs = endsTime === null ? nowMs : Math.min(nowMs, endsTime);
  const seconds = isEnded ? 0 : Math.max(0, Math.floor((untilMs - time) / SECOND_MS));
  return streamedUnits(BigInt(earned) + earnedOver(BigInt(held), dailyPpm, seconds));
}

/** The gear that an amount reaches; null below the lowest, and for what is no amount. */
export function gearOfAmount<Each extends GearTerms>(
  gears: readonly Each[],
  amount: string,
  scale: number,
): Each | null {
  const held = parseDecimal(amount, scale);
  if (held === null) return null;
  return gears[gearOf(rulesGears(gears, scale), held) - 1] ?? null;
}

/** A gear above the one that is reached, and what is missing of it. */
export interface NextGear<Each> {
  readonly gear: Each;
  readonly missing: string;
  /** Way from the gear that is reached to it, in percent: for drawing. */
  readonly percent: number;
}

/** Returns the next gear of what is held; null at the highest. */
export function nextGear<Each extends GearTerms>(
  gears: readonly Each[],
  held: string,
  scale: number,
): NextGear<Each> | null {
  const units = parseDecimal(held, scale) ?? 0n;
  const at = gearOf(rulesGears(gears, scale), units);
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
