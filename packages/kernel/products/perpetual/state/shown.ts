import type { Amount, Lots } from '@candor/money';
import type { PerpetualPositionEvent, PositionChange } from '../protocol/events.ts';
import type { ExitView, PerpetualOrderView } from '../protocol/view.ts';
import type { Exit, PerpetualOrder, Position } from './entities.ts';

export function positionEvent(position: Position, change: PositionChange): PerpetualPositionEvent {
  return {
    type: 'perpetualPosition',
    change,
    positionId: position.positionId,
    userId: position.trader.user.userId,
    symbolId: position.symbol.symbolId,
    positionSide: position.positionSide,
    direction: position.direction,
    lots: position.lots as Lots,
    maxLots: position.maxLots as Lots,
    entryCost: position.entryCost as Amount,
    openedLots: position.openedLots as Lots,
    openedCost: position.openedCost as Amount,
    closedLots: position.closedLots as Lots,
    closedValue: position.closedValue as Amount,
    marginMode: position.trader.marginMode,
    leverage: position.trader.leverage,
    margin: position.margin as Amount,
    realisedPnl: position.realisedPnl as Amount,
    fees: position.fees as Amount,
    funding: position.funding as Amount,
    openedMs: position.openedMs,
  };
}

export function orderView(order: PerpetualOrder): PerpetualOrderView {
  const { terms, trader } = order;
  return {
    orderId: order.orderId,
    userId: trader.user.userId,
    clientOrderId: terms.clientOrderId,
    symbolId: trader.symbol.symbolId,
    positionSide: terms.positionSide,
    side: terms.sign === 1 ? 'buy' : 'sell',
    orderType: terms.orderType,
    timeInForce: terms.timeInForce,
    postOnly: terms.postOnly,
    reduceOnly: terms.reduceOnly,
    priceTicks: terms.priceTicks,
    lots: (terms.lots - order.cutLots) as Lots,
    filledLots: order.filledLots as Lots,
    filledNotional: order.filledNotional as Amount,
    held: order.held as Amount,
    trigger: order.isWaiting ? terms.trigger : null,
    firedTrigger: order.isWaiting ? null : terms.trigger,
    triggerDirection: terms.trigger === null ? null : order.rises ? 'rising' : 'falling',
    takeProfit: terms.takeProfit,
    stopLoss: terms.stopLoss,
    retrying: order.isWaiting && order.isRetrying,
    quote: order.isQuote,
    createdMs: order.createdMs,
  };
}

/** It never shows, and never closes, more than the position has. */
export function exitView(exit: Exit): ExitView {
  const { position, lots } = exit;
  return {
    exitId: exit.exitId,
    positionId: position.positionId,
    userId: position.trader.user.userId,
    symbolId: position.symbol.symbolId,
    positionSide: position.positionSide,
    direction: position.direction,
    kind: exit.kind,
    triggerTicks: exit.triggerTicks,
    source: exit.source,
    lots: lots === null ? null : (Math.min(lots, position.lots) as Lots),
    twinId: exit.twinId,
    retrying: exit.isRetrying,
    createdMs: exit.createdMs,
  };
}
