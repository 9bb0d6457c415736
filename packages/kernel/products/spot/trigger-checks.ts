import {
  limitOrderProblem,
  MAX_CALLBACK_PPM,
  MAX_PRICE_TICKS,
  MIN_CALLBACK_PPM,
  marketAmountProblem,
  marketLotsProblem,
  NO_BAND,
} from '@candor/rules';
import type { RejectionCode } from '../../events.ts';
import type { TriggeredOrder, TriggerTerms } from './commands.ts';
import type { SpotState } from './spot-state.ts';
import type { SpotSymbol } from './spot-symbol.ts';

/** The price that a source shows now; 0 while there is none: nothing traded yet, or the index is stale. */
export function sourceTicks(state: SpotState, symbol: SpotSymbol, source: 'last' | 'index'): number {
  if (source === 'last') return symbol.lastTicks;
  return state.index.symbols.get(symbol.listed.symbolId)?.priceTicks ?? 0;
}

/** Problem with a trigger; null when it passes. One that the price has crossed already is refused. */
export function termsProblem(
  state: SpotState,
  symbol: SpotSymbol,
  isBuy: boolean,
  terms: TriggerTerms,
): RejectionCode | null {
  const { kind, source, triggerTicks, callbackPpm, callbackTicks, activationTicks } = terms;
  if (source !== 'last' && source !== 'index') return 'TRIGGER_INVALID';
  if (kind === 'trailing-stop') {
    if (triggerTicks !== null || (callbackPpm === null) === (callbackTicks === null))
      return 'TRIGGER_INVALID';
    if (callbackPpm !== null && !isCallbackPpm(callbackPpm)) return 'TRIGGER_INVALID';
    if (callbackTicks !== null && !isPrice(callbackTicks)) return 'TRIGGER_INVALID';
    if (activationTicks !== null && !isPrice(activationTicks)) return 'TRIGGER_INVALID';
    // where it begins to follow, a sell's threshold must be a price
    const fromTicks = activationTicks ?? sourceTicks(state, symbol, source);
    const isUnreachable = !isBuy && callbackTicks !== null && fromTicks !== 0 && callbackTicks >= fromTicks;
    return isUnreachable ? 'CALLBACK_TOO_LARGE' : null;
  }
  if (kind !== 'stop' && kind !== 'take-profit') return 'TRIGGER_INVALID';
  if (callbackPpm !== null || callbackTicks !== null || activationTicks !== null) return 'TRIGGER_INVALID';
  if (triggerTicks === null || !isPrice(triggerTicks)) return 'TRIGGER_INVALID';
  const now = sourceTicks(state, symbol, source);
  const rises = isBuy === (kind === 'stop');
  const isCrossed = rises ? now >= triggerTicks : now <= triggerTicks;
  return now !== 0 && isCrossed ? 'TRIGGER_WOULD_FIRE' : null;
}

/**
 * Problem with the order that a trigger will place; null when it passes. The band is that of the time when it fires,
 * and the notional of a market order by lots is measured at the trigger, else at the price now.
 */
export function triggeredProblem(
  symbol: SpotSymbol,
  isBuy: boolean,
  order: TriggeredOrder,
  referenceTicks: number,
): RejectionCode | null {
  const { orderType, timeInForce, postOnly, priceTicks, lots, quoteAmount } = order;
  if (timeInForce !== 'GTC' && timeInForce !== 'IOC' && timeInForce !== 'FOK') return 'INVALID_COMMAND';
  if (orderType === 'limit') {
    if (quoteAmount !== null || (postOnly && timeInForce !== 'GTC')) return 'INVALID_COMMAND';
    return limitOrderProblem(priceTicks, lots, symbol.terms, NO_BAND);
  }
  if (orderType !== 'market' || postOnly || priceTicks !== null) return 'INVALID_COMMAND';
  // the cost of a purchase of so many lots is not known before it fires
  if (!isBuy) {
    if (quoteAmount !== null) return 'INVALID_COMMAND';
    return marketLotsProblem(lots, symbol.terms, referenceTicks);
  }
  if (lots !== null || quoteAmount === null || timeInForce === 'FOK') return 'INVALID_COMMAND';
  return marketAmountProblem(quoteAmount, symbol.terms);
}

function isPrice(ticks: number): boolean {
  return Number.isSafeInteger(ticks) && ticks > 0 && ticks <= MAX_PRICE_TICKS;
}

function isCallbackPpm(ppm: number): boolean {
  return Number.isInteger(ppm) && ppm >= MIN_CALLBACK_PPM && ppm <= MAX_CALLBACK_PPM;
}
