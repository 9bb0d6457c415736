import type { ByteReader, ByteWriter } from '../codec/bytes.ts';
import type { Field } from '../codec/fields.ts';
import type { DueSlice } from '../due/due-slice.ts';
import type { ProductPart } from '../product.ts';
import { auditFixed } from './audit.ts';
import type { FixedOrders } from './fixed-orders.ts';
import { readFixed, writeFixed } from './section.ts';
import type { FixedOffer, FixedView } from './terms.ts';

/** Hooks that each product of orders with a cycle has: what matures, its invariants, its section of the snapshot. */
export function fixedHooks<O extends FixedOffer>(fixed: FixedOrders<O>, offer: Field<O>) {
  return {
    nextDueMs: () => fixed.nextDueMs(),
    onTime: (nowMs: number, _previousMs: number, slice: DueSlice) => fixed.settle(nowMs, slice),
    onTimeOf: (userId: number, nowMs: number) => fixed.settleOf(userId, nowMs),
    audit: () => auditFixed(fixed),
    write: (writer: ByteWriter) => writeFixed(writer, fixed.book, offer),
    read: (reader: ByteReader) => readFixed(reader, fixed.book, offer),
  } satisfies Partial<ProductPart>;
}

/** View of a product of orders with a cycle. */
export function fixedView<O extends FixedOffer>(fixed: FixedOrders<O>): FixedView<O> {
  const { book } = fixed;
  return {
    offers: () => [...book.offers.values()].map((offer) => book.view(offer)),
    offer(offerId) {
      const offer = book.offers.get(offerId);
      return offer === undefined ? null : book.view(offer);
    },
    pools: () => fixed.pools(),
    orders: (userId) => book.ordersOf(userId),
    order: (orderId) => book.order(orderId) ?? null,
  };
}

/** Handlers of the operators' commands, which every such product has under its own names. */
export function fixedHandlers<O extends FixedOffer>(fixed: FixedOrders<O>) {
  interface Close {
    readonly offerId: number;
    readonly closesMs: number;
    readonly reason: string;
  }
  type Funding = Parameters<FixedOrders<O>['fund']>[0] & { readonly reason: string };
  return {
    close: {
      keepsDue: true,
      perform: (_: number, { offerId, closesMs, reason }: Close) => fixed.close(offerId, closesMs, reason),
    },
    fund: { keepsDue: true, perform: (_: number, command: Funding) => fixed.fund(command, command.reason) },
    redeem: {
      perform: (userId: number, { orderId }: { readonly orderId: number }) => fixed.redeem(userId, orderId),
    },
  };
}
