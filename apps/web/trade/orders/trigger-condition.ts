import type { TriggerKind, TriggerRow } from '@candor/contract';
import type { Formatters } from '@candor/i18n';

/** Rising: to the trigger or above. Falling: to it or below. */
export type TriggerDirection = 'rising' | 'falling';
export type TriggerSource = 'last' | 'mark' | 'index';

/**
 * How the price has to come to a spot order's trigger: a stop fires against its owner, who buys dearer or sells cheaper,
 * a take-profit in favour. Null for a trailing stop, whose trigger moves.
 */
export function directionOfTrigger(side: 'buy' | 'sell', kind: TriggerKind): TriggerDirection | null {
  if (kind === 'trailing-stop') return null;
  return (side === 'buy') === (kind === 'stop') ? 'rising' : 'falling';
}

/** How far a trailing stop trails: as a difference of prices, or in percent. */
export function trailText(
  format: Formatters,
  { callbackPrice, callbackPercent }: Pick<TriggerRow, 'callbackPrice' | 'callbackPercent'>,
): string {
  return callbackPrice === null ? format.percent(callbackPercent) : format.price(callbackPrice);
}
