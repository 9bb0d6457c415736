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
  /** Null for a coin that it does not know. */
  priceAt(coin: string, nowMs: number): Mt5Price | null;
}

export const DAY_MS = 86_400_000;
