import type { OrderTerms } from '@candor/rules';
import type { PlacePerpetualOrder } from '../protocol/commands.ts';
import { type OrderTermsOfUser, type PerpetualOrder, type Position, signOf } from '../state/entities.ts';
import type { PerpetualSymbol } from '../state/symbol.ts';

/** Terms of a user's order. A market order never rests, so its GTC is IOC. */
export function termsOf(command: PlacePerpetualOrder): OrderTermsOfUser {
  return {
    positionSide: command.positionSide,
    sign: signOf(command.side),
    orderType: command.orderType,
    timeInForce:
      command.orderType === 'market' && command.timeInForce === 'GTC' ? 'IOC' : command.timeInForce,
    postOnly: command.postOnly,
    reduceOnly: reducesOnly(command),
    priceTicks: command.priceTicks,
    lots: command.lots,
    clientOrderId: command.clientOrderId,
    trigger: command.trigger,
    takeProfit: command.takeProfit,
    stopLoss: command.stopLoss,
  };
}

/** The terms that close all of a position at the market. */
export function marketClose(position: Position): OrderTermsOfUser {
  return {
    positionSide: position.positionSide,
    sign: position.sign === 1 ? -1 : 1,
    orderType: 'market',
    timeInForce: 'IOC',
    postOnly: false,
    reduceOnly: true,
    priceTicks: null,
    lots: position.lots,
    clientOrderId: null,
    trigger: null,
    takeProfit: null,
    stopLoss: null,
  };
}

/** Requirements of a symbol for an order's numbers: fewer for one that only reduces. */
export function termsFor(symbol: PerpetualSymbol, terms: OrderTermsOfUser): OrderTerms {
  return terms.reduceOnly ? symbol.closingTerms : symbol.terms;
}

/** True when an order can only reduce: said so, or by going against the position that a hedging user names. */
export function reducesOnly(command: PlacePerpetualOrder): boolean {
  if (command.reduceOnly) return true;
  if (command.positionSide === 'both') return false;
  return (command.positionSide === 'long') !== (command.side === 'buy');
}

/** The lots that an order may fill at most: a reduce-only one never more than its position has. */
export function fillableLots(order: PerpetualOrder): number {
  if (!order.reduceOnly) return order.leftLots;
  const position = closedBy(order);
  return position === null ? 0 : Math.min(order.leftLots, position.lots);
}

/** The position that an order goes against; null for none. */
export function closedBy(order: PerpetualOrder): Position | null {
  const position = order.trader.position(order.positionSide);
  return position === null || position.sign === order.sign ? null : position;
}
