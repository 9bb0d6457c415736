/** Exact money: bigint base units inside, decimal strings on the wire. */

declare const amountBrand: unique symbol;
/** A number of an asset's base units (10^-scale of the asset). Never a float. */
export type Amount = bigint & { readonly [amountBrand]: 'Amount' };

declare const ticksBrand: unique symbol;
/** A price as a whole number of a symbol's ticks. */
export type PriceTicks = number & { readonly [ticksBrand]: 'PriceTicks' };

declare const lotsBrand: unique symbol;
/** A quantity as a whole number of a symbol's lots. */
export type Lots = number & { readonly [lotsBrand]: 'Lots' };

export const ZERO = 0n as Amount;

/** Brands base units as an Amount. Throws RangeError outside 64 bits, where no legal amount lies. */
export function amount(baseUnits: bigint): Amount {
  if (BigInt.asIntN(64, baseUnits) !== baseUnits) throw new RangeError('An amount must fit in 64 bits');
  return baseUnits as Amount;
}

/** Brands a whole number of ticks. Throws RangeError unless it is a safe integer of 0 or more. */
export function priceTicks(ticks: number): PriceTicks {
  if (!Number.isSafeInteger(ticks) || ticks < 0) throw new RangeError('Price ticks must be a whole number');
  return ticks as PriceTicks;
}

/** Brands a whole number of lots. Throws RangeError unless it is a safe integer of 0 or more. */
export function lots(count: number): Lots {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError('Lots must be a whole number');
  return count as Lots;
}
