import type { OrderTerms } from '@candor/rules';
import type { PlacePerpetualOrder } from './commands.ts';
import { type OrderTermsOfUser, type Position, signOf } from './entities.ts';
import type { PerpetualSymbol } from './symbol.ts';

/** What an order of a user asks for. A market order never rests, so its GTC is IOC. */
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

/** What a symbol asks of an order's numbers: of one that only reduces less. */
export function termsFor(symbol: PerpetualSymbol, terms: OrderTermsOfUser): OrderTerms {
  return terms.reduceOnly ? symbol.closingTerms : symbol.terms;
}

/** Whether an order can only reduce: said so, or by going against the position that a hedging user names. */
export function reducesOnly(command: PlacePerpetualOrder): boolean {
  if (command.reduceOnly) return true;
  if (command.positionSide === 'both') return false;
  return (command.positionSide === 'long') !== (command.side === 'buy');
}
