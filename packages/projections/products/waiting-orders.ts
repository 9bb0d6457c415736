import type { SpotTriggerSource, TriggerKind } from '@candor/kernel';
import { codeOf } from '../codes.ts';
import type { ProductProjection } from './product-projection.ts';
import type { ProductTable } from './product-table.ts';

// The small numbers that stand for words: only ever added to at the end.
export const triggerKinds: readonly TriggerKind[] = ['stop', 'take-profit', 'trailing-stop'];
export const triggerSources: readonly SpotTriggerSource[] = ['last', 'index'];

/**
 * What spot orders wait or waited for, beside their rows in `orders`. An order of an OCO that rests has a row with
 * nothing but its twin.
 */
export const waitingOrdersTable: ProductTable = {
  name: 'waiting_orders',
  keyLength: 1,
  merges: true,
  indexes: [],
  columns: [
    { name: 'order_id', type: 'int8' },
    { name: 'kind', type: 'int8', merge: 'keep' },
    { name: 'source', type: 'int8', merge: 'keep' },
    { name: 'trigger_ticks', type: 'int8', merge: 'keep' },
    { name: 'callback_ppm', type: 'int8', merge: 'keep' },
    { name: 'callback_ticks', type: 'int8', merge: 'keep' },
    { name: 'activation_ticks', type: 'int8', merge: 'keep' },
    { name: 'twin_order_id', type: 'int8', merge: 'keep' },
    { name: 'threshold_ticks', type: 'int8', merge: 'keep' },
    { name: 'fired_ticks', type: 'int8', merge: 'keep' },
    { name: 'fired_ms', type: 'int8', merge: 'keep' },
    { name: 'rejected', type: 'text', merge: 'keep' },
    { name: 'seq', type: 'int8' },
  ],
};

export const waitingOrdersProjection: ProductProjection = {
  tables: [waitingOrdersTable],
  project({ envelope, events }, rows, house) {
    const { seq, timeMs } = envelope;
    for (const event of events) {
      if (!('userId' in event) || house(event.userId)) continue;
      if (event.type === 'triggerPlaced') {
        const { orderId, twinOrderId } = event;
        rows.product(waitingOrdersTable).put({
          order_id: orderId,
          kind: codeOf(triggerKinds, event.kind),
          source: codeOf(triggerSources, event.source),
          trigger_ticks: event.triggerTicks,
          callback_ppm: event.callbackPpm,
          callback_ticks: event.callbackTicks,
          activation_ticks: event.activationTicks,
          twin_order_id: twinOrderId,
          seq,
        });
        if (twinOrderId !== null)
          rows.product(waitingOrdersTable).put({ order_id: twinOrderId, twin_order_id: orderId, seq });
      } else if (event.type === 'triggerAmended') {
        rows
          .product(waitingOrdersTable)
          .put({ order_id: event.orderId, trigger_ticks: event.triggerTicks, seq });
      } else if (event.type === 'triggerFired') {
        rows.product(waitingOrdersTable).put({
          order_id: event.orderId,
          threshold_ticks: event.thresholdTicks,
          fired_ticks: event.priceTicks,
          fired_ms: timeMs,
          seq,
        });
      } else if (event.type === 'triggerDone' && event.code !== null) {
        rows.product(waitingOrdersTable).put({ order_id: event.orderId, rejected: event.code, seq });
      }
    }
  },
};
