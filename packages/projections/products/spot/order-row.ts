import type { OrderAcceptedEvent } from '@candor/kernel';
import { orderTypes, sides, timesInForce } from '../../codes.ts';
import type { Row } from '../../table.ts';
import type { ordersTable } from './tables.ts';

/** The row of an order as it was accepted, or placed to wait for its price. */
export function orderRow(
  order: Omit<OrderAcceptedEvent, 'type' | 'wallet' | 'house'>,
  { seq, timeMs }: { readonly seq: number; readonly timeMs: number },
): Row<typeof ordersTable.columns> {
  return {
    order_id: order.orderId,
    user_id: order.userId,
    symbol_id: order.symbolId,
    side: sides.of(order.side),
    order_type: orderTypes.of(order.orderType),
    time_in_force: timesInForce.of(order.timeInForce),
    post_only: order.postOnly,
    price_ticks: order.priceTicks,
    lots: order.lots,
    quote_amount: order.quoteAmount,
    client_order_id: order.clientOrderId,
    created_ms: timeMs,
    updated_ms: timeMs,
    seq,
  };
}
