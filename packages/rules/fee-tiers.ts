import { MAX_FEE_PPM } from './fees.ts';

/** The days, besides the current one, whose volume a tier is earned by. */
export const FEE_VOLUME_DAYS = 30;
export const MAX_FEE_TIERS = 20;
const DAY_MS = 86_400_000;

/**
 * Fee rates of an account from a volume on: base units of the volume's asset over 30 days, rates in parts per million
 * of the amount received (perpetuals: of the notional). Each table's first tier begins at 0.
 */
export interface FeeTier {
  readonly minVolume: bigint;
  readonly makerPpm: number;
  readonly takerPpm: number;
  readonly perpetualMakerPpm: number;
  readonly perpetualTakerPpm: number;
}

/** True when a table can be set: from 0 up, each tier above the last, all rates within the highest fee. */
export function isFeeTable(tiers: readonly FeeTier[]): boolean {
  if (tiers.length === 0 || tiers.length > MAX_FEE_TIERS || tiers[0]!.minVolume !== 0n) return false;
  return tiers.every((tier, i) => {
    const rates = [tier.makerPpm, tier.takerPpm, tier.perpetualMakerPpm, tier.perpetualTakerPpm];
    const rises = i === 0 || tier.minVolume > tiers[i - 1]!.minVolume;
    return rises && rates.every((ppm) => Number.isInteger(ppm) && ppm >= 0 && ppm <= MAX_FEE_PPM);
  });
}

/** The number of the highest tier that a volume reaches, from 0 on. */
export function feeTierOf(volume: bigint, tiers: readonly FeeTier[]): number {
  let tier = 0;
  while (tier + 1 < tiers.length && volume >= tiers[tier + 1]!.minVolume) tier++;
  return tier;
}

/** The UTC day of a time, counted from 1970. */
export function utcDay(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}

/** Returns the time at which a UTC day begins, in ms. */
export function utcDayStartMs(day: number): number {
  return day * DAY_MS;
}
