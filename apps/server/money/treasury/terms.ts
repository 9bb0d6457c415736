/** Terms by which one coin is kept on its chain, in decimals of the coin. */
export interface TreasuryTerms {
  /** A deposit address is emptied from this amount on. */
  readonly sweepFrom: string;
  /** The hot wallet should hold this much at least: below, payments may have to wait. */
  readonly hotLeast: string;
  /** The hot wallet should hold this much at most: what is above belongs into cold storage. */
  readonly hotMost: string;
}

const terms: Readonly<Record<string, TreasuryTerms>> = {
  USDT: { sweepFrom: '20', hotLeast: '100000', hotMost: '2000000' },
  ETH: { sweepFrom: '0.02', hotLeast: '10', hotMost: '200' },
  // Payments spend deposits as they lie: nothing is swept, and the hot wallet may be empty.
  BTC: { sweepFrom: '0', hotLeast: '0', hotMost: '50' },
};

/** Returns the terms of a coin; null for one that is not swept. */
export function treasuryTermsOf(coin: string): TreasuryTerms | null {
  return terms[coin] ?? null;
}

/** The most that one sweep may pay to the network, in base units of the chain's own coin: 0.002 of it. */
export const SWEEP_FEE_CEILING = 2n * 10n ** 15n;
/** Gas is given for this much more than the estimate. */
export const GAS_ROOM_PERCENT = 150n;
export const RECONCILE_MS = 10 * 60_000;
/** A report that found a shortage, or that was refused because custody moved, is repeated sooner. */
export const RECONCILE_SOON_MS = 30_000;
export const REPORTS_KEPT = '30 days';
