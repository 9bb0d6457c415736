import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { big, count, flag, list, number, optional, record, text } from '../../codec/fields.ts';
import type { Appeal, Hold, Merchant, NextTerms, Offer, Order, OtcBooks, Trader } from './books.ts';
import { ask, offerShape, openState, otcTerms, side } from './codec.ts';
import type { OtcClocks } from './events.ts';
import type { OtcCurrencyView, OtcMethodView } from './view.ts';

const nextTerms = optional(record<NextTerms>({ terms: otcTerms, effectiveMs: number }));
const currencies = list(record<OtcCurrencyView>({ currency: text, scale: count, rate: big }));
const methods = list(record<OtcMethodView>({ method: text, appealAfterMs: count, isOpen: flag }));
const traders = list(
  record<Omit<Trader, 'faults'> & { readonly faults: readonly number[] }>({
    userId: number,
    isAdmitted: flag,
    person: text,
    released: count,
    faults: list(number),
    pausedUntilMs: number,
  }),
);
const merchants = list(record<Merchant>({ userId: number, assetId: count, deposit: big, freeMs: number }));
const offers = list(
  record<Offer>({
    ...offerShape,
    amount: big,
    offerId: count,
    userId: number,
    version: count,
    side,
    assetId: count,
    currency: text,
    isPaused: flag,
  }),
);
const clocks = record<OtcClocks>({
  windowMs: count,
  lapseMs: count,
  appealAfterMs: count,
  silenceMs: count,
  answerMs: count,
  decideMs: count,
  holdMs: count,
});
const appeal = record<Appeal>({
  openedMs: number,
  buyerStatements: count,
  sellerStatements: count,
  awaitsBuyer: flag,
  awaitsSeller: flag,
  isAnswerLate: flag,
  isDecisionLate: flag,
});
const orders = list(
  record<Order>({
    orderId: count,
    offerId: count,
    version: count,
    makerId: number,
    buyerId: number,
    sellerId: number,
    assetId: count,
    amount: big,
    fee: big,
    currency: text,
    price: big,
    total: big,
    value: big,
    method: text,
    termsHash: text,
    clocks,
    createdMs: number,
    state: openState,
    sinceUpMs: number,
    asked: optional(ask),
    appeal: optional(appeal),
  }),
);
const holds = list(record<Hold>({ id: count, userId: number, dueMs: number, value: big }));
const terms = optional(otcTerms);

/** Writes all that OTC keeps, in orders that follow from what is kept alone. */
export function writeOtc(writer: ByteWriter, books: OtcBooks): void {
  terms.write(writer, books.terms);
  nextTerms.write(writer, books.next);
  writer.count(books.lateDecisions);
  currencies.write(writer, [...books.currencies.values()]);
  methods.write(writer, [...books.methods.values()]);
  traders.write(
    writer,
    [...books.traders.values()].sort((a, b) => a.userId - b.userId),
  );
  merchants.write(writer, [...books.merchants.values()]);
  offers.write(
    writer,
    [...books.offers.values()].sort((a, b) => a.offerId - b.offerId),
  );
  orders.write(
    writer,
    [...books.orders.values()].sort((a, b) => a.orderId - b.orderId),
  );
  holds.write(
    writer,
    [...books.holds.values()].sort((a, b) => a.id - b.id),
  );
}

/** Reads what `writeOtc` wrote into empty books. */
export function readOtc(reader: ByteReader, books: OtcBooks): void {
  books.terms = terms.read(reader);
  books.next = nextTerms.read(reader);
  books.lateDecisions = reader.count();
  for (const currency of currencies.read(reader)) books.currencies.set(currency.currency, currency);
  for (const method of methods.read(reader)) books.methods.set(method.method, method);
  for (const trader of traders.read(reader))
    books.traders.set(trader.userId, { ...trader, faults: [...trader.faults] });
  for (const merchant of merchants.read(reader)) books.merchants.set(merchant.userId, merchant);
  for (const offer of offers.read(reader)) books.offers.set(offer.offerId, offer);
  for (const order of orders.read(reader)) books.add(order);
  for (const hold of holds.read(reader)) books.hold(hold);
}
