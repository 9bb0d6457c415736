/** A price of a coin at a time, in steps of its last decimal. */
export interface Mt5Price {
  readonly amount: bigint;
  /** The first price of the day (UTC). */
  readonly open: bigint;
  readonly decimals: number;
  readonly marketMs: number;
}

/** Prices of gold and of currency pairs. Every process with the same source gives the same price for the same time. */
export interface Mt5Feed {
  readonly source: 'simulator' | 'replay';
  /** Coins that it knows: gold first, then pairs by name. */
  readonly coins: readonly string[];
  /** Null for a coin that it does not know. */
  priceAt(coin: string, nowMs: number): Mt5Price | null;
}

/** Gold first, then by name. */
export function inOrder(coins: Iterable<string>): string[] {
  return [...coins].sort((left, right) =>
    isGold(left) === isGold(right) ? (left < right ? -1 : 1) : isGold(left) ? -1 : 1,
  );
}

/** True for a price of gold; all others are pairs of currencies. */
export function isGold(coin: string): boolean {
  return /^xau/i.test(coin);
}

export const DAY_MS = 86_400_000;
