import { formatDecimalTrimmed, parseDecimal } from '@candor/money';

/** One asset's public sums, as the exchange states them. */
export interface StatedSums {
  readonly coin: string;
  readonly sum: string;
  readonly custody: string;
  readonly users: string;
  readonly house: string;
  readonly fees: string;
  readonly safetyFund: string;
  readonly products: string;
}

export const bookParts = ['custody', 'users', 'house', 'fees', 'safetyFund', 'products'] as const;

export interface CheckedSums {
  readonly stated: StatedSums;
  /** Sum of the parts computed in this browser, as decimal text; null where a figure can't be read. */
  readonly added: string | null;
  /** True if the parts add up to exactly 0, and the exchange says the same. */
  readonly balances: boolean;
}

/** Wide enough for every asset: none has more decimals. */
const SCALE = 8;

/** Adds an asset's parts up, exactly. */
export function checkSums(stated: StatedSums): CheckedSums {
  let total = 0n;
  for (const part of bookParts) {
    const units = parseDecimal(stated[part], SCALE, { signed: true });
    if (units === null) return { stated, added: null, balances: false };
    total += units;
  }
  const claimed = parseDecimal(stated.sum, SCALE, { signed: true });
  return { stated, added: formatDecimalTrimmed(total, SCALE), balances: total === 0n && claimed === 0n };
}

/** Returns true if anything was ever posted in an asset. */
export function isInUse(stated: StatedSums): boolean {
  return bookParts.some((part) => /[1-9]/.test(stated[part]));
}
