import { type Amount, type Lots, ZERO } from '@candor/money';
import type { CancelAll, CancelOrder } from '../../commands.ts';
import { REASON_CANCELLED } from '../../events/records.ts';
import type { Outcome } from '../../events.ts';
import { refuse } from '../../outcome.ts';
import type { State } from '../../state.ts';

import { withdraw } from './resting.ts';

/** Cancels an open order of the sender. An order of another account is as unknown as none. */
export function cancelOrder(state: State, userId: number, command: CancelOrder): Outcome {
  const { orders, traders } = state;
  const account = state.accounts.find(userId);
  if (account === 0) return refuse('UNKNOWN_ACCOUNT');
  const { orderId, clientOrderId } = command;
  let slot = 0;
  if (orderId !== null) slot = orders.find(orderId);
  else if (clientOrderId !== null) slot = state.clientIds.find(account, clientOrderId);
  if (slot === 0) return refuse('UNKNOWN_ORDER');
  const trader = orders.owner(slot);
  if (traders.account(trader) !== account) return refuse('UNKNOWN_ORDER');
  if (orderId !== null && clientOrderId !== null && orders.clientId(slot) !== clientOrderId) {
    return refuse('UNKNOWN_ORDER');
  }
  const id = orders.id(slot);
  const filledLots = (orders.lots(slot) - orders.left(slot)) as Lots;
  const filledQuote = filledLots === 0 ? ZERO : (orders.filledQuote(slot) as Amount);
  withdraw(state, state.symbols[traders.symbol(trader)]!, slot, REASON_CANCELLED);
  return { ok: true, orderId: id, status: 'cancelled', filledLots, filledQuote };
}

/** Cancels all open orders of the sender, of one symbol or of all, oldest first within a symbol. */
export function cancelAll(state: State, userId: number, command: CancelAll): Outcome {
  const { traders, orders } = state;
  const account = state.accounts.find(userId);
  if (account === 0) return refuse('UNKNOWN_ACCOUNT');
  if (command.symbolId !== null && !state.symbolsById.has(command.symbolId)) return refuse('UNKNOWN_SYMBOL');
  for (
    let trader = state.accounts.firstTrader[account]!;
    trader !== 0;
    trader = traders.nextOfAccount(trader)
  ) {
    const symbol = state.symbols[traders.symbol(trader)]!;
    if (command.symbolId !== null && symbol.listed.symbolId !== command.symbolId) continue;
    let slot = traders.firstOrder(trader);
    while (slot !== 0) {
      const next = orders.ownerNext(slot);
      withdraw(state, symbol, slot, REASON_CANCELLED);
      slot = next;
    }
  }
  return { ok: true, orderId: 0, status: null, filledLots: 0 as Lots, filledQuote: ZERO };
}
