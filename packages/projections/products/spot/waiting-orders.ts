import type {
  OrderAmendedEvent,
  TriggerAmendedEvent,
  TriggerDoneEvent,
  TriggerFiredEvent,
  TriggerPlacedEvent,
} from '@candor/kernel';
import type { Rows } from '../../table-rows.ts';
import { doneReasons, triggerKinds, triggerSources } from './codes.ts';
import { orderRow } from './order-row.ts';
import { ordersTable, waitingOrdersTable } from './tables.ts';

type WaitingEvent =
  | TriggerPlacedEvent
  | TriggerFiredEvent
  | TriggerDoneEvent
  | TriggerAmendedEvent
  | OrderAmendedEvent;

/** Puts what happened to an order that waits for a price, and changes of orders that rest. */
export function projectWaiting(
  event: WaitingEvent,
  stamp: { readonly seq: number; readonly timeMs: number },
  rows: Pick<Rows, 'of'>,
): void {
  const { seq, timeMs } = stamp;
  const change = { updated_ms: timeMs, seq };
  const { orderId } = event;
  const orders = rows.of(ordersTable);
  const waiting = rows.of(waitingOrdersTable);
  switch (event.type) {
    case 'triggerPlaced': {
      const { twinOrderId } = event;
      orders.put(orderRow(event, stamp));
      waiting.put({
        order_id: orderId,
        kind: triggerKinds.of(event.kind),
        source: triggerSources.of(event.source),
        trigger_ticks: event.triggerTicks,
        callback_ppm: event.callbackPpm,
        callback_ticks: event.callbackTicks,
        activation_ticks: event.activationTicks,
        twin_order_id: twinOrderId,
        seq,
      });
      if (twinOrderId !== null) waiting.put({ order_id: twinOrderId, twin_order_id: orderId, seq });
      const { keptFrom } = event;
      if (keptFrom !== null) waiting.put({ order_id: keptFrom, kept_as: orderId, seq });
      return;
    }
    case 'triggerFired':
      orders.change(orderId, change);
      waiting.put({
        order_id: orderId,
        threshold_ticks: event.thresholdTicks,
        fired_ticks: event.priceTicks,
        fired_ms: timeMs,
        seq,
      });
      return;
    case 'triggerDone':
      orders.change(orderId, { done_reason: doneReasons.of(event.reason), ...change });
      if (event.code !== null) waiting.put({ order_id: orderId, rejected: event.code, seq });
      return;
    case 'triggerAmended':
      orders.change(orderId, {
        price_ticks: event.priceTicks,
        lots: event.lots,
        quote_amount: event.quoteAmount,
        ...change,
      });
      waiting.put({ order_id: orderId, trigger_ticks: event.triggerTicks, seq });
      return;
    case 'orderAmended':
      orders.change(orderId, { price_ticks: event.priceTicks, lots: event.lots, ...change });
  }
}
