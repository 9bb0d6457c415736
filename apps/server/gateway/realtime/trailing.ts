import type { Side, TriggerTerms, WaitingOrderView } from '@candor/kernel';
import type { PriceTicks } from '@candor/money';

/** The progress of a waiting order's trigger. */
export interface TriggerProgress {
  /** The best price that a trailing stop has seen; null before it follows, and after it fired. */
  readonly bestTicks: PriceTicks | null;
  /** The price at which it would fire now, or fired; null for a trailing stop that does not follow yet. */
  readonly thresholdTicks: PriceTicks | null;
}

const PPM = 1_000_000;

/** Returns the kernel's own progress of an order. */
export const progressOf = (view: WaitingOrderView): TriggerProgress => ({
  bestTicks: view.kind === 'trailing-stop' ? view.extremeTicks : null,
  thresholdTicks: view.thresholdTicks,
});

/** Returns the progress of a new order, given the current price of its source, or null if there is none. */
export function firstProgress(terms: TriggerTerms, side: Side, nowTicks: PriceTicks | null): TriggerProgress {
  const none = { bestTicks: null, thresholdTicks: terms.triggerTicks };
  return nowTicks === null ? none : (movedBy(terms, side, none, nowTicks) ?? none);
}

/** Returns the progress after the order saw a price, or null if nothing changed. */
export function movedBy(
  terms: TriggerTerms,
  side: Side,
  { bestTicks }: TriggerProgress,
  priceTicks: PriceTicks,
): TriggerProgress | null {
  if (terms.kind !== 'trailing-stop') return null;
  const limit = bestTicks ?? terms.activationTicks;
  const isBetter = (than: PriceTicks) => (side === 'buy' ? priceTicks < than : priceTicks > than);
  const moves = limit === null || isBetter(limit) || (bestTicks === null && priceTicks === limit);
  return moves ? { bestTicks: priceTicks, thresholdTicks: behind(terms, side, priceTicks) } : null;
}

/** Returns the price one callback behind the best price, never rounded in the order's favour. */
function behind({ callbackTicks, callbackPpm }: TriggerTerms, side: Side, bestTicks: PriceTicks): PriceTicks {
  const sign = side === 'buy' ? 1 : -1;
  if (callbackTicks !== null) return (bestTicks + sign * callbackTicks) as PriceTicks;
  const exact = (bestTicks * (PPM + sign * callbackPpm!)) / PPM;
  return (sign === 1 ? Math.ceil(exact) : Math.floor(exact)) as PriceTicks;
}
