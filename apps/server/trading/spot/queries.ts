import type { KernelView, OpenOrderView, WaitingOrderView } from '@candor/kernel';
import { feeQueries } from './fee-queries.ts';

/** A resting order, or one that waits for a price. */
export type OpenOrderFact =
  | { readonly kind: 'resting'; readonly order: OpenOrderView; readonly twinOrderId: number | null }
  | { readonly kind: 'waiting'; readonly order: WaitingOrderView };

/** Live reads of fees, and of spot and margin orders. */
export const spotQueries = {
  ...feeQueries,
  /**
   * A user's newest open orders with ids below `beforeId`, optionally of one symbol, at most `most`. Only the spot
   * wallet has waiting orders.
   */
  openOrders(
    view: KernelView,
    userId: number,
    symbolId: number | null,
    wallet: 'spot' | 'margin-cross' | 'margin-isolated',
    beforeId: number,
    most: number,
  ) {
    const { seq, timeMs, spot } = view;
    if (!view.hasAccount(userId)) return { orders: [], seq, timeMs };
    const resting = view.spot
      .openOrders(userId, symbolId)
      .filter((order) => order.wallet.split('/')[0] === wallet)
      .map((order) => ({ kind: 'resting', order, twinOrderId: spot.twinOf(order.orderId) }) as const);
    const waiting = (wallet === 'spot' ? spot.waitingOrders(userId, symbolId) : []).map(
      (order) => ({ kind: 'waiting', order }) as const,
    );
    const orders: OpenOrderFact[] = [...resting, ...waiting]
      .filter(({ order }) => order.orderId < beforeId)
      .sort((left, right) => right.order.orderId - left.order.orderId)
      .slice(0, most);
    return { orders, seq, timeMs };
  },
  /** A user's open or waiting order in any wallet; null where it is not open. */
  openSpotOrder(view: KernelView, userId: number, orderId: number) {
    if (!view.hasAccount(userId)) return null;
    const orders = [...view.spot.openOrders(userId, null), ...view.spot.waitingOrders(userId, null)];
    const found = orders.find((order) => order.orderId === orderId);
    return found === undefined ? null : { clientOrderId: found.clientOrderId };
  },
  /** The price of our last trade in a spot book; null before the first. */
  spotLast: (view: KernelView, symbolId: number) => view.spot.lastTicks(symbolId),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly spot: typeof spotQueries;
  }
}
