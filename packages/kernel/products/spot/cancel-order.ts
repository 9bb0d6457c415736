import { type Amount, type Lots, ZERO } from '@candor/money';
import { REASON_CANCELLED } from '../../events/records.ts';
import type { Outcome } from '../../events.ts';
import { DONE, orderDone, refuse } from '../../outcome.ts';
import type { CancelAll, CancelOrder } from './commands.ts';
import { withdraw } from './resting.ts';
import type { SpotState } from './spot-state.ts';
import type { TriggerDesk } from './trigger-desk.ts';
import type { WaitingOrder } from './waiting-orders.ts';

/**
 * An open order of an account by its id or client order id (both, where both are given): the slot of a resting one, or
 * a waiting one. Null for none: an order of another account is as unknown as none.
 */
export function findOpen(
  state: SpotState,
  account: number,
  orderId: number | null,
  clientOrderId: string | null,
): number | WaitingOrder | null {
  const { orders, traders } = state;
  let slot = 0;
  if (orderId !== null) slot = orders.find(orderId);
  else if (clientOrderId !== null) slot = state.clientIds.find(account, clientOrderId);
  if (slot !== 0) {
    const isOther = orderId !== null && clientOrderId !== null && orders.clientId(slot) !== clientOrderId;
    return traders.account(orders.owner(slot)) !== account || isOther ? null : slot;
  }
  let waiting: WaitingOrder | undefined;
  if (orderId !== null) waiting = state.waiting.get(orderId);
  else if (clientOrderId !== null) waiting = state.waiting.findByClientId(account, clientOrderId);
  if (waiting === undefined || waiting.account !== account) return null;
  return clientOrderId !== null && waiting.clientOrderId !== clientOrderId ? null : waiting;
}

/** A resting order of another wallet of the same user, by its id; null for none. */
function findElsewhere(
  state: SpotState,
  account: number,
  { orderId, clientOrderId }: CancelOrder,
): number | null {
  const slot = orderId === null ? 0 : state.orders.find(orderId);
  if (slot === 0 || (clientOrderId !== null && state.orders.clientId(slot) !== clientOrderId)) return null;
  return state.accounts.sameUser(account, state.traders.account(state.orders.owner(slot))) ? slot : null;
}

/** Cancels an open order of the sender, resting or waiting; by its id also one of a margin wallet. */
export function cancelOrder(
  state: SpotState,
  triggers: TriggerDesk,
  userId: number,
  command: CancelOrder,
): Outcome {
  const { orders, traders } = state;
  const account = state.accounts.find(userId);
  if (account === 0) return refuse('UNKNOWN_ACCOUNT');
  const found =
    findOpen(state, account, command.orderId, command.clientOrderId) ??
    findElsewhere(state, account, command);
  if (found === null) return refuse('UNKNOWN_ORDER');
  if (typeof found !== 'number') {
    triggers.cancel(found);
    return orderDone(found.orderId, 'cancelled', 0, ZERO);
  }
  const id = orders.id(found);
  const filledLots = (orders.lots(found) - orders.left(found)) as Lots;
  const filledQuote = filledLots === 0 ? ZERO : (orders.filledQuote(found) as Amount);
  withdraw(state, state.symbols[traders.symbol(orders.owner(found))]!, found, REASON_CANCELLED);
  return orderDone(id, 'cancelled', filledLots, filledQuote);
}

/** Cancels all open orders of the sender, of one symbol or of all: resting ones, then waiting ones, by id. */
export function cancelAll(
  state: SpotState,
  triggers: TriggerDesk,
  userId: number,
  command: CancelAll,
): Outcome {
  const { traders, orders } = state;
  const { symbolId } = command;
  const account = state.accounts.find(userId);
  if (account === 0) return refuse('UNKNOWN_ACCOUNT');
  if (symbolId !== null && !state.symbolsById.has(symbolId)) return refuse('UNKNOWN_SYMBOL');
  for (let trader = traders.newestOf(account); trader !== 0; trader = traders.nextOfAccount(trader)) {
    const symbol = state.symbols[traders.symbol(trader)]!;
    if (symbolId !== null && symbol.listed.symbolId !== symbolId) continue;
    const slots: number[] = [];
    for (let slot = traders.firstOrder(trader); slot !== 0; slot = orders.ownerNext(slot)) slots.push(slot);
    slots.sort((a, b) => orders.id(a) - orders.id(b));
    for (const slot of slots) withdraw(state, symbol, slot, REASON_CANCELLED);
  }
  triggers.endWidowed();
  for (const waiting of state.waiting.of(account)) {
    if (symbolId === null || waiting.symbol.listed.symbolId === symbolId) triggers.cancel(waiting);
  }
  return DONE;
}
