import { marginValues, type UnitPrice } from './risk.ts';

/** Balance and debt of a margin wallet in one asset with a price. */
export interface Exposure {
  /** Index price in ticks; of the value asset itself 0. */
  readonly priceTicks: number;
  readonly price: UnitPrice;
  /** Base units there, holds included. */
  readonly held: bigint;
  /** The part that counts as collateral, in parts per million. */
  readonly haircutPpm: number;
  /** Base units owed, interest included. */
  readonly owed: bigint;
}

/**
 * By how many ticks an asset's price may fall, and rise, before the wallet has to be looked at: looked at it is at a
 * move of so many ticks. Null: no such move matters.
 */
export interface SafeMove {
  fall: number | null;
  rise: number | null;
}

/**
 * Returns how far all prices of a wallet may move at once without its risk rate passing a threshold: each by the same
 * part of itself, which together cost no more than the way to the threshold. `above` the threshold, only moves that
 * lower the risk rate count; else only those that raise it. A wallet on the wrong side already has no room: 0 ticks.
 */
export function safeMoves(exposures: readonly Exposure[], thresholdPpm: number, above: boolean): SafeMove[] {
  // an asset's share of collateral - threshold x debt, over one denominator
  const { denominator } = marginValues(
    exposures.map(({ price }) => ({ units: 0n, price, haircutPpm: 0 })),
    [],
  );
  const parts = exposures.map(({ price, held, owed, haircutPpm }) => {
    const worth = price.numerator * (denominator / price.denominator);
    return (held * BigInt(haircutPpm) - owed * BigInt(thresholdPpm)) * worth;
  });
  let room = 0n;
  let weight = 0n;
  for (const [at, part] of parts.entries()) {
    room += part;
    if (exposures[at]!.priceTicks !== 0) weight += part < 0n ? -part : part;
  }
  if (!above) room = -room;
  if (room < 0n) room = 0n;
  return parts.map((part, at) => {
    const { priceTicks } = exposures[at]!;
    if (part === 0n || priceTicks === 0) return { fall: null, rise: null };
    const ticks = Number((BigInt(priceTicks) * room) / weight);
    return part > 0n === above ? { fall: ticks, rise: null } : { fall: null, rise: ticks };
  });
}
