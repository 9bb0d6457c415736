import type { KernelEvent } from '@candor/kernel';
import { eventText } from '../../event-text.ts';
import type { ReadModel } from '../../read-model.ts';
import { type OtcOrderEvent, otcStates } from './codes.ts';
import { OtcQueries } from './queries.ts';
import { otcEntriesTable, otcOrdersTable } from './tables.ts';

const KINDS: Readonly<Record<OtcOrderEvent['type'], true>> = {
  otcOrderCreated: true,
  otcOrderMoved: true,
  otcOrderEnded: true,
  otcCancelAsked: true,
  otcAppealStated: true,
  otcAppealLate: true,
};

/** OTC orders and everything that happened to them. */
export const otcModel: ReadModel<OtcQueries> = {
  tables: [otcOrdersTable, otcEntriesTable],
  project({ stamp: { seq, timeMs }, events }, rows) {
    const orders = rows.of(otcOrdersTable);
    for (const [line, event] of events.entries()) {
      if (!isOfOrder(event)) continue;
      const { orderId, buyerId, sellerId } = event;
      const text = eventText(event);
      rows.of(otcEntriesTable).put({ seq, line, order_id: orderId, event: text, time_ms: timeMs });
      if (event.type === 'otcOrderCreated')
        orders.put({
          order_id: orderId,
          buyer_id: buyerId,
          seller_id: sellerId,
          event: text,
          time_ms: timeMs,
          seq,
          state: otcStates.of('created'),
        });
      else if (event.type === 'otcOrderMoved')
        orders.change(orderId, {
          state: otcStates.of(event.to),
          paid_ms: event.to === 'paid' ? event.atMs : null,
        });
      else if (event.type === 'otcOrderEnded') {
        const { end, atMs, winner, fault } = event;
        orders.change(orderId, {
          state: otcStates.of(end),
          ended_ms: atMs,
          winner_id: winner === 'buyer' ? buyerId : sellerId,
          fault_id: fault === 'nobody' ? null : fault === 'buyer' ? buyerId : sellerId,
        });
      }
    }
  },
  queries: (pool, schema) => new OtcQueries(pool, schema),
};

const isOfOrder = (event: KernelEvent): event is OtcOrderEvent => event.type in KINDS;
