import { addressKey, siteKey } from './client-address.ts';
import { TokenBucket, type Verdict } from './token-bucket.ts';

/**
 * Budgets of work by address, over all sockets that it opened. Synchronous and by address alone, so that several
 * doors can share one later: each then spends from an allotment that it renews in the background.
 */
export interface Budgets {
  /** Takes `cost` from the budget of an address, IPv6 by /64 and, more generously, by /48. */
  take(address: string, cost: number): Verdict;
}

export interface BudgetSettings {
  /** How much an address may spend at once. */
  readonly burst: number;
  /** How much comes back in a second, up to `burst`. */
  readonly perSecond: number;
}

/** One customer may have a whole /48 with 65,536 networks, and many small customers may share one. */
export const SITE_FACTOR = 8;

/** Budgets within this process; an address is forgotten once its budget must be full again. */
export function createBudgets({ burst, perSecond }: BudgetSettings, now: () => number): Budgets {
  /** The longest that a bucket takes to fill: one untouched for so long is as good as a new one. */
  const fullAfterMs = (2 * burst * 1_000) / perSecond;
  let fresh = new Map<string, TokenBucket>();
  let old = new Map<string, TokenBucket>();
  let endsMs = now() + fullAfterMs;

  const take = (key: string, timeMs: number, factor: number, cost: number): Verdict => {
    const bucket =
      fresh.get(key) ?? old.get(key) ?? new TokenBucket(burst * factor, perSecond * factor, timeMs);
    fresh.set(key, bucket);
    return bucket.take(timeMs, cost);
  };

  return {
    take(address, cost) {
      const timeMs = now();
      if (timeMs >= endsMs) {
        old = fresh;
        fresh = new Map();
        endsMs = timeMs + fullAfterMs;
      }
      const key = addressKey(address);
      const verdict = take(key, timeMs, 1, cost);
      const site = siteKey(key);
      if (site === null || verdict === 'flood') return verdict;
      const ofSite = take(site, timeMs, SITE_FACTOR, cost);
      return ofSite === 'admitted' ? verdict : ofSite;
    },
  };
}
