import type { RejectionCode } from '../../events.ts';
import type { TriggerDoneEvent } from './events.ts';
import type { SpotState } from './spot-state.ts';
import type { WaitingOrder } from './waiting-orders.ts';

/** Holds so many units for a waiting order (or releases, below 0). */
export function holdWaiting(state: SpotState, { trader, isBuy }: WaitingOrder, units: number): void {
  const { traders, balances } = state;
  if (units !== 0) balances.hold(isBuy ? traders.quoteBalance(trader) : traders.baseBalance(trader), units);
}

/** Ends a waiting order: releases its hold and emits its end. */
export function endWaiting(
  state: SpotState,
  waiting: WaitingOrder,
  reason: TriggerDoneEvent['reason'],
  code: RejectionCode | null,
): void {
  const { orderId, userId, symbol } = waiting;
  holdWaiting(state, waiting, -waiting.held);
  state.waiting.take(waiting);
  state.tape.note({
    type: 'triggerDone',
    orderId,
    userId,
    symbolId: symbol.listed.symbolId,
    reason,
    code,
  });
}
