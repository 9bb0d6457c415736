import type { Amount, Lots, PriceTicks } from '@candor/money';
import { initialMargin, tradingFee } from '@candor/rules';
import type { Outcome } from '../../../events.ts';
import { DONE, orderDone, positionsDone, refuse } from '../../../outcome.ts';
import { feeRates } from '../money/fee-rates.ts';
import { clientKey, withdraw } from '../orders/order-book.ts';
import { closedBy } from '../orders/order-terms.ts';
import type {
  CancelPerpetualOrder,
  CancelPerpetualOrders,
  CloseAllPositions,
  ClosePosition,
  PlacePerpetualOrder,
  ReversePosition,
} from '../protocol/commands.ts';
import { freeOf, notionalAtMark, unrealisedOf } from '../risk/risk.ts';
import type { PerpetualOrder, Position, Trader } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';
import type { PerpetualDesk } from './place.ts';

/** Cancels an open or waiting order of the sender. An order of another account is as unknown as none. */
export function cancelOrder(perp: PerpetualState, userId: number, command: CancelPerpetualOrder): Outcome {
  if (perp.core.accounts.find(userId) === 0) return refuse('UNKNOWN_ACCOUNT');
  const { orderId, clientOrderId } = command;
  const byClient = clientOrderId === null ? undefined : perp.clientIds.get(clientKey(userId, clientOrderId));
  const order = orderId === null ? byClient : perp.orders.get(orderId);
  if (order === undefined || order.trader.user.userId !== userId) return refuse('UNKNOWN_ORDER');
  if (clientOrderId !== null && order !== byClient) return refuse('UNKNOWN_ORDER');
  withdraw(perp, order, 'cancelled');
  return orderDone(order.orderId, 'cancelled', order.filledLots, order.filledNotional);
}

export function cancelOrders(perp: PerpetualState, userId: number, command: CancelPerpetualOrders): Outcome {
  if (perp.core.accounts.find(userId) === 0) return refuse('UNKNOWN_ACCOUNT');
  const { symbolId } = command;
  if (symbolId !== null && !perp.symbolsById.has(symbolId)) return refuse('UNKNOWN_SYMBOL');
  for (const trader of tradersOf(perp, userId, symbolId === null ? null : [symbolId])) {
    for (const order of trader.ordersById()) withdraw(perp, order, 'cancelled');
  }
  return DONE;
}

/** Closes a position of the sender by a reduce-only order. */
export function closePosition(
  perp: PerpetualState,
  desk: PerpetualDesk,
  userId: number,
  command: ClosePosition,
): Outcome {
  const position = perp.positions.get(command.positionId);
  if (position === undefined || position.trader.user.userId !== userId) return refuse('UNKNOWN_POSITION');
  const { priceTicks, lots, clientOrderId } = command;
  return desk.place(
    userId,
    closingOrder(position, priceTicks, lots ?? (position.lots as Lots), clientOrderId),
  );
}

/**
 * Cancels all orders and closes all positions at the market: as far as the books go, and of symbols that are traded.
 * Orders that only reduce a position stay with what could not be closed. Refused only where none of the positions can be
 * closed.
 */
export function closeAll(
  perp: PerpetualState,
  desk: PerpetualDesk,
  userId: number,
  command: CloseAllPositions,
): Outcome {
  if (perp.core.accounts.find(userId) === 0) return refuse('UNKNOWN_ACCOUNT');
  const { symbolIds } = command;
  if (symbolIds?.some((id) => !perp.symbolsById.has(id))) return refuse('UNKNOWN_SYMBOL');
  const traders = tradersOf(perp, userId, symbolIds);
  const all = traders.flatMap((trader) => trader.openPositions());
  const open = all.filter(({ symbol }) => symbol.state === 'trading');
  if (open.length === 0 && all.length > 0)
    return refuse(all.some(({ symbol }) => symbol.state === 'halted') ? 'SYMBOL_HALTED' : 'SYMBOL_POST_ONLY');
  cancelWhere(perp, traders, (order) => !isGuard(order));
  for (const position of open) {
    if (position.lots > 0) desk.place(userId, closingOrder(position, null, position.lots as Lots, null));
  }
  cancelWhere(perp, traders, (order) => closedBy(order) === null);
  const left = all.filter(({ lots }) => lots > 0).length;
  return positionsDone(all.length - left, left);
}

function cancelWhere(
  perp: PerpetualState,
  traders: readonly Trader[],
  ends: (order: PerpetualOrder) => boolean,
): void {
  for (const trader of traders) {
    for (const order of trader.ordersById()) {
      if (perp.orders.has(order.orderId) && ends(order)) withdraw(perp, order, 'cancelled');
    }
  }
}

/** True for an order that only reduces an open position, or waits to go against one. */
function isGuard(order: PerpetualOrder): boolean {
  return (order.reduceOnly || order.isWaiting) && closedBy(order) !== null;
}

/** Closes a position of the sender and opens as much on the other side; the second only once the first closed it whole. */
export function reversePosition(
  perp: PerpetualState,
  desk: PerpetualDesk,
  userId: number,
  command: ReversePosition,
): Outcome {
  const position = perp.positions.get(command.positionId);
  if (position === undefined || position.trader.user.userId !== userId) return refuse('UNKNOWN_POSITION');
  const { lots } = command;
  if (lots !== position.lots) return refuse('POSITION_CHANGED');
  // closing goes on while the index is stale, opening does not: half of the act would be done
  if (position.symbol.isStale) return refuse('INDEX_STALE');
  if (!canReopen(perp, position)) return refuse('INSUFFICIENT_BALANCE');
  const closing = closingOrder(position, null, lots, null);
  const closed = desk.place(userId, closing);
  if (!closed.ok) return closed;
  const { orderId, status, filledLots: closedLots, filledQuote } = closed;
  const reversed = { ok: true, kind: 'reversal', orderId, closedLots } as const;
  if (closedLots < lots) return { ...reversed, status, openedLots: 0 as Lots, filledQuote };
  const { positionSide } = position;
  const opened = desk.place(userId, {
    ...closing,
    positionSide: positionSide === 'both' ? 'both' : positionSide === 'long' ? 'short' : 'long',
    reduceOnly: false,
  });
  if (!opened.ok) return { ...reversed, status: 'expired', openedLots: 0 as Lots, filledQuote };
  return {
    ...reversed,
    status: opened.status,
    openedLots: opened.filledLots,
    filledQuote: (filledQuote + opened.filledQuote) as Amount,
  };
}

/**
 * True when the free balance and the proceeds of closing at the mark pay for as much of an isolated position again. A
 * cross one frees what the next one needs. The book's prices decide in the end, so an opening may still fall short.
 */
function canReopen(perp: PerpetualState, position: Position): boolean {
  if (!position.isIsolated) return true;
  const { trader, symbol, margin } = position;
  const notional = notionalAtMark(position) as Amount;
  const { takerPpm } = feeRates(perp, trader.user, symbol);
  const cost = initialMargin(notional, trader.leverage) + 2n * tradingFee(notional, takerPpm);
  return cost <= freeOf(perp, trader.user) + margin + unrealisedOf(position);
}

function closingOrder(
  position: Position,
  priceTicks: PriceTicks | null,
  lots: Lots,
  clientOrderId: string | null,
): PlacePerpetualOrder {
  return {
    type: 'placePerpetualOrder',
    symbolId: position.symbol.symbolId,
    positionSide: position.positionSide,
    side: position.sign === 1 ? 'sell' : 'buy',
    orderType: priceTicks === null ? 'market' : 'limit',
    timeInForce: priceTicks === null ? 'IOC' : 'GTC',
    postOnly: false,
    reduceOnly: true,
    priceTicks,
    lots,
    clientOrderId,
    trigger: null,
    takeProfit: null,
    stopLoss: null,
    leverage: null,
    marginMode: null,
  };
}

/** A user's traders, of all symbols or of some, in the order of listing. */
function tradersOf(perp: PerpetualState, userId: number, symbolIds: readonly number[] | null): Trader[] {
  const user = perp.users.get(userId);
  if (user === undefined) return [];
  return perp.symbols
    .filter(({ symbolId }) => symbolIds === null || symbolIds.includes(symbolId))
    .map(({ symbolId }) => user.traders.get(symbolId))
    .filter((trader) => trader !== undefined);
}
