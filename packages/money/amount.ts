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
