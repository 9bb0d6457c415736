import type { ByteReader, ByteWriter } from '../codec/bytes.ts';
import { amount, count, flag, list, number, optional, record } from '../codec/fields.ts';
import type { FixedBook } from './fixed-book.ts';
import type { FixedOffer, FixedOrder } from './terms.ts';

const offers = list(
  record<FixedOffer>({
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
  }),
);
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
export function writeFixed(writer: ByteWriter, book: FixedBook): void {
  offers.write(writer, [...book.offers.values()]);
  orders.write(writer, book.all());
}

export function readFixed(reader: ByteReader, book: FixedBook): void {
  for (const offer of offers.read(reader)) book.offers.set(offer.offerId, offer);
  for (const order of orders.read(reader)) book.add(order);
}
