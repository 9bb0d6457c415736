import type { TriggerKind, TriggerRow } from '@candor/api';
import type { Formatters } from '@candor/i18n';
import { formatDecimal, parseDecimal } from '@candor/money';

/** Rising: to the trigger or above. Falling: to it or below. */
export type TriggerDirection = 'rising' | 'falling';
export type TriggerSource = 'last' | 'mark' | 'index';

/** The words for the price that a trigger watches, the same as on the chart and in the header. */
export const nameOfSource = {
  last: 'trade.price.ours',
  mark: 'trade.price.mark',
  index: 'trade.price.index',
} as const;

const SCALE = 12;
const PERCENT_SCALE = 4;

/** Distance of a trigger from the price that fires it, in percent of that price, cut; null if either is missing. */
export function distancePercent(trigger: string | null, now: string | null): string | null {
  const to = trigger === null ? null : parseDecimal(trigger, SCALE);
  const from = now === null ? null : parseDecimal(now, SCALE);
  if (to === null || from === null || to === 0n || from === 0n) return null;
  const gap = to > from ? to - from : from - to;
  return formatDecimal((gap * 100n * 10n ** BigInt(PERCENT_SCALE)) / from, PERCENT_SCALE);
}

/**
 * Returns the direction from which the price must reach a spot order's trigger. A stop, also a trailing one, fires
 * when the price turns against its owner, who buys dearer or sells cheaper; a take-profit fires when it turns in
 * their favour.
 */
export function directionOfTrigger(side: 'buy' | 'sell', kind: TriggerKind): TriggerDirection {
  return (side === 'buy') === (kind !== 'take-profit') ? 'rising' : 'falling';
}

/**
 * Returns the price that a spot order waits for and the direction from which it must come: where it fires, or of a
 * trailing stop that does not follow yet, where it begins to. Null where a trailing stop has neither.
 */
export function nextPrice(
  side: 'buy' | 'sell',
  { kind, thresholdPrice, activationPrice }: Pick<TriggerRow, 'kind' | 'thresholdPrice' | 'activationPrice'>,
): { readonly price: string; readonly direction: TriggerDirection } | null {
  const direction = directionOfTrigger(side, kind);
  if (thresholdPrice !== null) return { price: thresholdPrice, direction };
  if (activationPrice === null) return null;
  // a trailing stop begins to follow where the price is good for its owner
  return { price: activationPrice, direction: direction === 'rising' ? 'falling' : 'rising' };
}

/** Returns how far a trailing stop trails: as a difference of prices, or in percent. */
export function trailText(
  format: Formatters,
  { callbackPrice, callbackPercent }: Pick<TriggerRow, 'callbackPrice' | 'callbackPercent'>,
): string {
  return callbackPrice === null ? format.percent(callbackPercent) : format.price(callbackPrice);
}
