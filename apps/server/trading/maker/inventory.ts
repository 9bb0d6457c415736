import type { Amount } from '@candor/money';

const PPM = 1_000_000n;
const FULL_PPM = 1_000_000;

/** Limits of the house's inventory of one coin, in parts per million of what it was funded with. */
export interface InventoryLimits {
  /** Below `askFull` the asks shrink, and at `askEnd` they end. */
  readonly askFullPpm: number;
  readonly askEndPpm: number;
  /** Above `bidFull` the bids shrink, and at `bidEnd` they end. */
  readonly bidFullPpm: number;
  readonly bidEndPpm: number;
}

export const INVENTORY_LIMITS: InventoryLimits = {
  askFullPpm: 300_000,
  askEndPpm: 50_000,
  bidFullPpm: 2_000_000,
  bidEndPpm: 3_000_000,
};

/** Returns the part of the normal size that each side gets with this much of the coin at hand, in parts per million. */
export function inventoryScale(
  total: Amount,
  funded: Amount,
  limits: InventoryLimits = INVENTORY_LIMITS,
): { readonly bidScalePpm: number; readonly askScalePpm: number } {
  if (funded <= 0n) return { bidScalePpm: FULL_PPM, askScalePpm: FULL_PPM };
  const heldPpm = Number((total * PPM) / funded);
  return {
    askScalePpm: ramp(heldPpm, limits.askEndPpm, limits.askFullPpm),
    bidScalePpm: FULL_PPM - ramp(heldPpm, limits.bidFullPpm, limits.bidEndPpm),
  };
}

/** 0 up to `from`, 1,000,000 from `to` on, a straight line between. */
export function ramp(value: number, from: number, to: number): number {
  if (value <= from) return 0;
  if (value >= to) return FULL_PPM;
  return Math.floor(((value - from) * FULL_PPM) / (to - from));
}

/** Value of one asset of the house, and of its funding, in the quote coin; null while it has no index. */
export interface HouseHolding {
  readonly worth: Amount | null;
  readonly fundedWorth: Amount | null;
}

/**
 * Returns true if the house's equity is used up: its holdings are worth less than `floorPpm` of what its funding is
 * worth at the same prices. Returns false while a price is missing: then nothing is decided.
 */
export function isAtEnd(holdings: readonly HouseHolding[], floorPpm: number): boolean {
  let equity = 0n;
  let funding = 0n;
  for (const { worth, fundedWorth } of holdings) {
    if (worth === null || fundedWorth === null) return false;
    equity += worth;
    funding += fundedWorth;
  }
  return equity * PPM < funding * BigInt(floorPpm);
}
