import type { CallData, Calls, MarginKind, OrderReceipt, SideEffectType } from '@candor/api';
import { type Command, outcomeAs } from '@candor/kernel';
import { lotsToDecimal } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { actKey } from '../../engine/acts/index.ts';
import { amountText, averagePrice } from '../../engine/values/index.ts';
import { type OrderInput, readOrder, spotRefusal } from '../spot/index.ts';
import { type MarginDeps, submit, walletOfKind } from './context.ts';

/** Orders of margin accounts, and the leverage that they may take. Each resolves when it is durable. */
export interface MarginOrders {
  setLeverage(
    userId: number,
    symbol: string,
    leverage: number,
    headerKey: string | null,
  ): Promise<CallData<Calls['fixedUpdateLeverageRadio']>>;
  /** Places a spot order of a margin account, perhaps one that borrows or repays by itself. */
  place(
    userId: number,
    kind: MarginKind,
    input: OrderInput,
    effect: SideEffectType,
    headerKey: string | null,
  ): Promise<OrderReceipt>;
  /** Cancels all open orders of margin accounts of a kind, of one market where it is named. */
  cancelAll(userId: number, kind: MarginKind, symbol: string | null, headerKey: string | null): Promise<void>;
}

const SIDE_EFFECTS = { autoBorrow: 'borrow', autoRepay: 'repay' } as const;

export function createMarginOrders(deps: MarginDeps): MarginOrders {
  const { core, catalogues } = deps;
  return {
    async setLeverage(userId, symbolName, leverage, headerKey) {
      const symbol = catalogues.current().symbol(symbolName);
      const body: Command = { type: 'setMarginLeverage', symbolId: symbol.symbolId, leverage };
      await submit(deps, userId, actKey('marginLeverage', headerKey, null, body), body);
      return { symbol: symbol.name, leverage };
    },
    async place(userId, kind, input, effect, headerKey) {
      const catalogue = catalogues.current();
      const order = readOrder(catalogue, input);
      if (order.type !== 'placeOrder') throw new Refusal('INVALID_INPUT', { field: 'triggerPrice' });
      const wallet = walletOfKind(kind);
      const body: Command =
        effect === 'normal'
          ? { ...order, type: 'placeMarginOrder', wallet }
          : { ...order, type: 'placeMarginOrderWith', wallet, sideEffect: SIDE_EFFECTS[effect] };
      const { key, bodyHash } = actKey(`margin-${kind}`, headerKey, order.clientOrderId, body);
      const { outcome } = await core.submit({ userId, key, bodyHash, body });
      if (!outcome.ok) throw spotRefusal(catalogue, body, outcome.code);
      const symbol = catalogue.symbolById(order.symbolId)!;
      const { orderId, status, filledLots, filledQuote } = outcomeAs(outcome, 'order');
      return {
        orderId,
        clientOrderId: order.clientOrderId,
        status,
        tradedQuantity: lotsToDecimal(filledLots, symbol),
        tradedAmount: amountText(catalogue, symbol.quoteAssetId, filledQuote),
        averagePrice: averagePrice(catalogue, symbol, filledLots, filledQuote),
      };
    },
    async cancelAll(userId, kind, symbol, headerKey) {
      const body: Command = {
        type: 'cancelMarginOrders',
        wallet: walletOfKind(kind),
        symbolId: symbol === null ? null : catalogues.current().symbol(symbol).symbolId,
      };
      await submit(deps, userId, actKey('marginCancelAll', headerKey, null, body), body);
    },
  };
}
