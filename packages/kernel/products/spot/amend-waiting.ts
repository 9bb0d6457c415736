import type { Outcome } from '../../events.ts';
import { refuse, waitingDone } from '../../outcome.ts';
import type { AmendOrder, TriggeredOrder, TriggerTerms } from './commands.ts';
import type { SpotState } from './spot-state.ts';
import type { TriggerDesk } from './trigger-desk.ts';
import { holdWaiting } from './waiting.ts';
import { neededUnits, type WaitingOrder } from './waiting-orders.ts';

/** Changes an order that waits for a price. All is checked before anything changes; its own hold counts as available. */
export function amendWaiting(
  state: SpotState,
  triggers: TriggerDesk,
  waiting: WaitingOrder,
  command: AmendOrder,
): Outcome {
  const { symbol, isBuy, account, orderId, userId } = waiting;
  const isTrailing = waiting.terms.kind === 'trailing-stop';
  if (waiting.twinOrderId !== 0 || (isTrailing && command.triggerTicks !== null))
    return refuse('NOT_AMENDABLE');
  if (symbol.state === 'halted') return refuse('SYMBOL_HALTED');
  const terms: TriggerTerms = {
    ...waiting.terms,
    triggerTicks: command.triggerTicks ?? waiting.terms.triggerTicks,
  };
  const order: TriggeredOrder = {
    ...waiting.order,
    priceTicks: command.priceTicks ?? waiting.order.priceTicks,
    lots: command.lots ?? waiting.order.lots,
    quoteAmount: command.quoteAmount ?? waiting.order.quoteAmount,
  };
  const problem = triggers.waitingProblem(symbol, isBuy, terms, order);
  if (problem !== null) return refuse(problem);
  const more = neededUnits(order, isBuy, symbol.terms) - waiting.held;
  if (more > 0 && !triggers.covers(symbol, account, isBuy, more)) return refuse('INSUFFICIENT_BALANCE');
  holdWaiting(state, waiting, more);
  waiting.held += more;
  state.waiting.change(waiting, terms, order);
  state.tape.note({
    type: 'triggerAmended',
    orderId,
    userId,
    symbolId: symbol.listed.symbolId,
    triggerTicks: terms.triggerTicks,
    priceTicks: order.priceTicks,
    lots: order.lots,
    quoteAmount: order.quoteAmount,
  });
  return waitingDone(orderId);
}
