import type { ByteReader, ByteWriter } from '../codec/bytes.ts';
import {
  amount,
  count,
  type Field,
  flag,
  list,
  number,
  optional,
  record,
  type Shape,
} from '../codec/fields.ts';
import type { FixedBook } from './fixed-book.ts';
import type { FixedOffer, FixedOrder } from './terms.ts';

/** Fields of an offer: a product with terms of its own adds theirs. */
export const FIXED_OFFER: Shape<FixedOffer> = {
  offerId: count,
  assetId: count,
  dailyPpm: count,
  cycleDays: count,
  minAmount: amount,
  maxAmount: amount,
  capAmount: amount,
  userCapAmount: amount,
  exitPpm: count,
  opensMs: number,
  closesMs: optional(number),
};
const orders = list(
  record<FixedOrder>({
    orderId: count,
    userId: number,
    offerId: count,
    assetId: count,
    amount,
    dailyPpm: count,
    cycleDays: count,
    exitPpm: count,
    interest: amount,
    beganMs: number,
    maturesMs: number,
    autoRenew: flag,
    renewalOf: count,
  }),
);

/** Writes offers and open orders by their numbers. What the pool holds stands in the ledger. */
export function writeFixed<O extends FixedOffer>(
  writer: ByteWriter,
  book: FixedBook<O>,
  offer: Field<O>,
): void {
  list(offer).write(writer, [...book.offers.values()]);
  orders.write(writer, book.all());
}

export function readFixed<O extends FixedOffer>(
  reader: ByteReader,
  book: FixedBook<O>,
  offer: Field<O>,
): void {
  for (const each of list(offer).read(reader)) book.offers.set(each.offerId, each);
  for (const order of orders.read(reader)) book.add(order);
}
