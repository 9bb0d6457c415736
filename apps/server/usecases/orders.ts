import type { CancelReceipt, OcoReceipt, OrderReceipt } from '@candor/contract';
import type { CancelOrder, Command, Outcome, SymbolInfo } from '@candor/kernel';
import { lotsToDecimal } from '@candor/money';
import type { CoreLink } from '../core/index.ts';
import type { CatalogueFollower } from './catalogue.ts';
import { amountText, averagePrice } from './format.ts';
import { actKey } from './idempotency.ts';
import { type AmendInput, type OcoInput, readAmend, readOco } from './order-changes.ts';
import { type OrderInput, readOrder } from './order-input.ts';
import { requireSpotLast, spotRefusal } from './true-refusals.ts';

/** Placing, changing and cancelling, for both families of calls. */
export interface Orders {
  /** Resolves when the order is durable. @throws Refusal also for what the kernel rejects */
  place(userId: number, input: OrderInput, headerKey: string | null): Promise<OrderReceipt>;
  /** Two orders of which one cancels the other. */
  placeOco(userId: number, input: OcoInput, headerKey: string | null): Promise<OcoReceipt>;
  /** Changes an open order; refused, it changes nothing. */
  amend(userId: number, input: AmendInput, headerKey: string | null): Promise<OrderReceipt>;
  cancel(userId: number, which: OrderRef, headerKey: string | null): Promise<CancelReceipt>;
  /** Cancels all open orders, of one symbol where it is named. */
  cancelAll(userId: number, symbolName: string | null, headerKey: string | null): Promise<void>;
}

export type OrderRef = { readonly orderId: number } | { readonly clientOrderId: string };

type Taken = Extract<Outcome, { readonly ok: true }>;

export function createOrders(core: CoreLink, catalogues: CatalogueFollower): Orders {
  async function submit(
    userId: number,
    act: string,
    headerKey: string | null,
    clientOrderId: string | null,
    body: Command,
  ): Promise<Taken> {
    const { key, bodyHash } = actKey(act, headerKey, clientOrderId, body);
    const { outcome } = await core.submit({ userId, key, bodyHash, body });
    if (!outcome.ok) throw spotRefusal(catalogues.current(), body, outcome.code);
    return outcome;
  }

  function receiptOf(
    outcome: Taken,
    order: { readonly symbolId: number; readonly clientOrderId: string | null },
  ): OrderReceipt {
    const catalogue = catalogues.current();
    const symbol = catalogue.symbolById(order.symbolId) as SymbolInfo;
    return {
      orderId: outcome.orderId,
      clientOrderId: order.clientOrderId,
      // the kernel names no status of an order that waits for a price
      status: outcome.status ?? 'waiting',
      tradedQuantity: lotsToDecimal(outcome.filledLots, symbol),
      tradedAmount: amountText(catalogue, symbol.quoteAssetId, outcome.filledQuote),
      averagePrice: averagePrice(catalogue, symbol, outcome.filledLots, outcome.filledQuote),
    };
  }

  return {
    async place(userId, input, headerKey) {
      const order = readOrder(catalogues.current(), input);
      const waits = order.type === 'placeTrigger';
      if (waits) await requireSpotLast(core, order);
      const receipt = receiptOf(await submit(userId, 'place', headerKey, order.clientOrderId, order), order);
      return waits ? { ...receipt, triggerSource: order.source } : receipt;
    },
    async placeOco(userId, input, headerKey) {
      const pair = readOco(catalogues.current(), input);
      await requireSpotLast(core, pair);
      const outcome = await submit(userId, 'oco', headerKey, pair.clientOrderId, pair);
      return {
        orderId: outcome.orderId,
        clientOrderId: pair.clientOrderId,
        status: outcome.status ?? 'open',
        // the kernel gives a pair two ids in a row
        stopOrderId: outcome.orderId + 1,
        stopClientOrderId: pair.stopClientOrderId,
        stopStatus: 'waiting',
        triggerSource: pair.source,
      };
    },
    async amend(userId, input, headerKey) {
      const change = readAmend(catalogues.current(), input);
      return receiptOf(await submit(userId, 'amend', headerKey, null, change), change);
    },
    async cancel(userId, which, headerKey) {
      const body: CancelOrder = {
        type: 'cancelOrder',
        orderId: 'orderId' in which ? which.orderId : null,
        clientOrderId: 'clientOrderId' in which ? which.clientOrderId : null,
      };
      const outcome = await submit(userId, 'cancel', headerKey, null, body);
      return { orderId: outcome.orderId, status: outcome.status ?? 'cancelled' };
    },
    async cancelAll(userId, symbolName, headerKey) {
      const symbolId = symbolName === null ? null : catalogues.current().symbol(symbolName).symbolId;
      await submit(userId, 'cancelAll', headerKey, null, { type: 'cancelAll', symbolId });
    },
  };
}
