import { type Amount, mulDivCeil } from '@candor/money';

const PPM = 1_000_000n;
export const MAX_TIERS = 20;
export const MAX_LEVERAGE = 200;

/**
 * From a notional of `floorNotional` (base units) on, a position needs this maintenance margin rate, in parts per
 * million, and may have this leverage. The rate counts for the part above the floor alone.
 */
export interface MaintenanceTier {
  readonly floorNotional: Amount;
  readonly mmrPpm: number;
  readonly maxLeverage: number;
}

/** A tier with what is taken off, so that the margin does not jump where the tier begins. */
export interface TierStep extends MaintenanceTier {
  /** In millionths of a base unit: maintenance margin = (notional x mmrPpm - this) / 1,000,000. */
  readonly deductionMicros: bigint;
}

/** True when tiers can be listed: from 0 up, rates rising, and a rate below what the highest leverage leaves. */
export function areTiers(tiers: readonly MaintenanceTier[]): boolean {
  if (tiers.length === 0 || tiers.length > MAX_TIERS || tiers[0]!.floorNotional !== 0n) return false;
  return tiers.every((tier, i) => {
    const { floorNotional, mmrPpm, maxLeverage } = tier;
    if (!Number.isInteger(mmrPpm) || mmrPpm <= 0) return false;
    if (!Number.isInteger(maxLeverage) || maxLeverage < 1 || maxLeverage > MAX_LEVERAGE) return false;
    // at the highest leverage a new position must be worth more than its maintenance margin
    if (mmrPpm * maxLeverage >= 1_000_000) return false;
    if (i === 0) return true;
    const below = tiers[i - 1]!;
    const rises = floorNotional > below.floorNotional && mmrPpm > below.mmrPpm;
    return rises && maxLeverage <= below.maxLeverage;
  });
}

/** D_k = D_(k-1) + floor_k x (mmr_k - mmr_(k-1)). */
export function tierSteps(tiers: readonly MaintenanceTier[]): TierStep[] {
  let deductionMicros = 0n;
  return tiers.map((tier, i) => {
    const belowPpm = i === 0 ? tier.mmrPpm : tiers[i - 1]!.mmrPpm;
    deductionMicros += tier.floorNotional * BigInt(tier.mmrPpm - belowPpm);
    return { ...tier, deductionMicros };
  });
}

/** The number of the tier that a notional falls into, from 0 on. */
export function tierOf(notional: bigint, tiers: readonly MaintenanceTier[]): number {
  let tier = 0;
  while (tier + 1 < tiers.length && notional >= tiers[tier + 1]!.floorNotional) tier++;
  return tier;
}

/** The exact maintenance margin of a notional, in millionths of a base unit. */
export function maintenanceMicros(notional: bigint, steps: readonly TierStep[]): bigint {
  const step = steps[tierOf(notional, steps)]!;
  return notional * BigInt(step.mmrPpm) - step.deductionMicros;
}

/** The maintenance margin in base units, rounded up: what is shown. */
export function maintenanceMargin(notional: bigint, steps: readonly TierStep[]): Amount {
  return mulDivCeil(maintenanceMicros(notional, steps), 1n, PPM) as Amount;
}

/** Initial margin at a leverage, rounded up: no position begins with less than its share. */
export function initialMargin(notional: bigint, leverage: number): Amount {
  return mulDivCeil(notional, 1n, BigInt(leverage)) as Amount;
}

/** The furthest that a mark price may be from the index: half of the first tier's maintenance rate, rounded down. */
export function markClampPpm(firstMmrPpm: number): number {
  return Math.floor(firstMmrPpm / 2);
}
