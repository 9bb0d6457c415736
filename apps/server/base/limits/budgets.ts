import { addressKey, siteKey } from './client-address.ts';
import { aloneAtDoor, type SharedLimit } from './shared-limits.ts';
import { TokenBucket, type Verdict } from './token-bucket.ts';

/** Budgets of work by address, summed over all sockets that the address opened at any door. */
export interface Budgets {
  /** Takes `cost` from the budget of an address, IPv6 by /64 and, more generously, by /48. */
  take(address: string, cost: number): Verdict;
}

export interface BudgetSettings {
  /** Most that an address may spend at once. */
  readonly burst: number;
  /** Amount that comes back in a second, up to `burst`. */
  readonly perSecond: number;
}

/** One customer may have a whole /48 with 65,536 networks, and many small customers may share one. */
export const SITE_FACTOR = 8;

/**
 * Keeps budgets by one clock. An address is forgotten once its budget must be full again. Work admitted by other
 * doors is deducted from the same budgets, a moment later.
 */
export function createBudgets(
  { burst, perSecond }: BudgetSettings,
  now: () => number,
  shared: SharedLimit = aloneAtDoor(''),
): Budgets {
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

  const forget = (timeMs: number): void => {
    if (timeMs < endsMs) return;
    old = fresh;
    fresh = new Map();
    endsMs = timeMs + fullAfterMs;
  };
  const takeOf = (key: string, cost: number): Verdict => {
    const timeMs = now();
    forget(timeMs);
    const verdict = take(key, timeMs, 1, cost);
    const site = siteKey(key);
    if (site === null || verdict === 'flood') return verdict;
    const ofSite = take(site, timeMs, SITE_FACTOR, cost);
    return ofSite === 'admitted' ? verdict : ofSite;
  };
  shared.onTold(takeOf);

  return {
    take(address, cost) {
      const key = addressKey(address);
      if (shared.doors > 1) shared.tell(key, cost);
      return takeOf(key, cost);
    },
  };
}
