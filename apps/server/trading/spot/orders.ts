import type { CancelReceipt, OcoReceipt, OrderReceipt } from '@candor/api';
import {
  type CancelOrder,
  type Command,
  type Done,
  type OrderDone,
  outcomeAs,
  type SymbolInfo,
  type WaitingDone,
} from '@candor/kernel';
import { type Lots, lotsToDecimal, ZERO } from '@candor/money';
import { actKey, type OrderRef, onOpenOrder } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { amountText, averagePrice } from '../../engine/values/index.ts';
import { type AmendInput, type OcoInput, readAmend, readOco } from './order-changes.ts';
import { type OrderInput, readOrder } from './order-input.ts';
import { requireSpotLast, spotRefusal } from './refusals.ts';

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

/** Longest wait of a repeated act's answer for the history. */
const PATIENCE_MS = 1_000;
const NOTHING_FILLED = { status: 'waiting', filledLots: 0 as Lots, filledQuote: ZERO } as const;

/** An order that waits for a price is changed in one way, one that rests in another. */
function amended(done: Done): OrderDone | WaitingDone {
  return done.kind === 'waiting' ? done : outcomeAs(done, 'order');
}

export function createOrders(core: CoreLink, history: History, catalogues: CatalogueFollower): Orders {
  async function submit(
    userId: number,
    act: string,
    headerKey: string | null,
    clientOrderId: string | null,
    body: Command,
  ): Promise<Done> {
    const { key, bodyHash } = actKey(act, headerKey, clientOrderId, body);
    const { outcome } = await core.submit({ userId, key, bodyHash, body });
    if (!outcome.ok) throw spotRefusal(catalogues.current(), body, outcome.code);
    return outcome;
  }
  const sources = { core, history };
  return {
    async place(userId, input, headerKey) {
      const order = readOrder(catalogues.current(), input);
      const waits = order.type === 'placeTrigger';
      if (waits) await requireSpotLast(core, order);
      const done = await submit(userId, 'place', headerKey, order.clientOrderId, order);
      const receipt = receiptOf(catalogues, outcomeAs(done, waits ? 'waiting' : 'order'), order);
      return waits ? { ...receipt, triggerSource: order.source } : receipt;
    },
    async placeOco(userId, input, headerKey) {
      const pair = readOco(catalogues.current(), input);
      await requireSpotLast(core, pair);
      const done = await submit(userId, 'oco', headerKey, pair.clientOrderId, pair);
      const { orderId, status, stopOrderId } = outcomeAs(done, 'pair');
      return {
        orderId,
        clientOrderId: pair.clientOrderId,
        status,
        stopOrderId,
        stopClientOrderId: pair.stopClientOrderId,
        stopStatus: 'waiting',
        triggerSource: pair.source,
      };
    },
    async amend(userId, input, headerKey) {
      const change = readAmend(catalogues.current(), input);
      const { orderId, symbolId } = change;
      const open = orderId === null ? change : await core.ask('openSpotOrder', userId, orderId);
      const done = await onOrder(sources, userId, change, () =>
        submit(userId, 'amend', headerKey, null, change),
      );
      // under a key that was used before, the order may be over
      const order = open ?? (await past(sources, userId, orderId as number));
      return receiptOf(catalogues, amended(done), { symbolId, clientOrderId: order?.clientOrderId ?? null });
    },
    async cancel(userId, which, headerKey) {
      const body: CancelOrder = {
        type: 'cancelOrder',
        orderId: 'orderId' in which ? which.orderId : null,
        clientOrderId: 'clientOrderId' in which ? which.clientOrderId : null,
      };
      const done = await onOrder(sources, userId, body, () =>
        submit(userId, 'cancel', headerKey, null, body),
      );
      const { orderId, status } = outcomeAs(done, 'order');
      return { orderId, status };
    },
    async cancelAll(userId, symbolName, headerKey) {
      const symbolId = symbolName === null ? null : catalogues.current().symbol(symbolName).symbolId;
      await submit(userId, 'cancelAll', headerKey, null, { type: 'cancelAll', symbolId });
    },
  };
}

function receiptOf(
  catalogues: CatalogueFollower,
  done: OrderDone | WaitingDone,
  order: { readonly symbolId: number; readonly clientOrderId: string | null },
): OrderReceipt {
  const catalogue = catalogues.current();
  const symbol = catalogue.symbolById(order.symbolId) as SymbolInfo;
  const { status, filledLots, filledQuote } = done.kind === 'order' ? done : NOTHING_FILLED;
  return {
    orderId: done.orderId,
    clientOrderId: order.clientOrderId,
    status,
    tradedQuantity: lotsToDecimal(filledLots, symbol),
    tradedAmount: amountText(catalogue, symbol.quoteAssetId, filledQuote),
    averagePrice: averagePrice(catalogue, symbol, filledLots, filledQuote),
  };
}

interface Sources {
  readonly core: CoreLink;
  readonly history: History;
}

/** Reads an order that is over; null while the history does not have it. */
async function past({ core, history }: Sources, userId: number, orderId: number) {
  await history.caughtUp(core.status().committedSeq, PATIENCE_MS);
  return history.spot.order(userId, orderId);
}

/** Runs an act on one of the user's orders, and says how it ended where it is not open. */
const onOrder = <Answer>(
  { core, history }: Sources,
  userId: number,
  { orderId, clientOrderId }: Pick<CancelOrder, 'orderId' | 'clientOrderId'>,
  act: () => Promise<Answer>,
): Promise<Answer> =>
  onOpenOrder({ core, history }, act, {
    named: async () => {
      if (orderId !== null) return history.spot.order(userId, orderId);
      const { rows } = await history.spot.orders({ userId, clientOrderId, limit: 1 });
      return rows[0] ?? null;
    },
    keptAs: (id) => history.spot.keptAs(userId, id),
  });
