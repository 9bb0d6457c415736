import type { Amount } from '@candor/money';
import { dueUpMsOf, type Offer, type Order, type OtcBooks, statementsOf } from './books.ts';
import type { Offers } from './offers.ts';
import type { Standing } from './standing.ts';
import type {
  OtcAppealView,
  OtcCurrencyView,
  OtcHoldView,
  OtcMerchantView,
  OtcMethodView,
  OtcOfferView,
  OtcOrderView,
  OtcTermsView,
  OtcTraderView,
  OtcView,
} from './view.ts';

/** Reads OTC as others may see it. */
export class OtcReader implements OtcView {
  private readonly books: OtcBooks;
  private readonly desk: Offers;
  private readonly standing: Standing;

  constructor(books: OtcBooks, desk: Offers, standing: Standing) {
    this.books = books;
    this.desk = desk;
    this.standing = standing;
  }

  terms(): OtcTermsView | null {
    const { terms, next } = this.books;
    return terms === null ? null : { terms, next };
  }

  currencies(): readonly OtcCurrencyView[] {
    return [...this.books.currencies.values()];
  }

  methods(): readonly OtcMethodView[] {
    return [...this.books.methods.values()];
  }

  offers(): readonly OtcOfferView[] {
    return [...this.books.offers.values()]
      .sort((a, b) => a.offerId - b.offerId)
      .map((offer) => this.showOffer(offer));
  }

  offer(offerId: number): OtcOfferView | null {
    const offer = this.books.offers.get(offerId);
    return offer === undefined ? null : this.showOffer(offer);
  }

  offersOf(userId: number): readonly OtcOfferView[] {
    return this.offers().filter((offer) => offer.userId === userId);
  }

  orders(userId: number): readonly OtcOrderView[] {
    return this.books.of(userId).map((order) => this.showOrder(order));
  }

  order(orderId: number): OtcOrderView | null {
    const order = this.books.orders.get(orderId);
    return order === undefined ? null : this.showOrder(order);
  }

  appeals(): readonly OtcOrderView[] {
    return [...this.books.orders.values()]
      .filter(({ state }) => state === 'appealed')
      .sort((a, b) => a.orderId - b.orderId)
      .map((order) => this.showOrder(order));
  }

  trader(userId: number): OtcTraderView {
    const { books, standing } = this;
    const trader = books.traders.get(userId);
    const released = trader?.released ?? 0;
    return {
      isAdmitted: trader?.isAdmitted === true,
      released,
      openOrders: books.openOf(userId),
      pausedUntilMs: standing.pausedUntilMs(userId),
      faults: standing.faultsOf(userId).length,
      isNew: released < (books.terms?.newOrders ?? 0),
    };
  }

  merchant(userId: number): OtcMerchantView | null {
    const merchant = this.books.merchants.get(userId);
    return merchant === undefined ? null : { ...merchant, deposit: merchant.deposit as Amount };
  }

  holds(userId: number): readonly OtcHoldView[] {
    return this.books
      .holdsOf(userId)
      .map(({ id, value, dueMs }) => ({ orderId: id, value: value as Amount, endsMs: dueMs }));
  }

  lateDecisions(): number {
    return this.books.lateDecisions;
  }

  private showOffer(offer: Offer): OtcOfferView {
    const { desk } = this;
    const now = desk.now(offer);
    return {
      ...offer,
      amount: offer.amount as Amount,
      price: desk.price(offer),
      available: (typeof now === 'string' ? 0n : desk.available(offer)) as Amount,
      hidden: typeof now === 'string' ? now : null,
    };
  }

  private showOrder(order: Order): OtcOrderView {
    const { downMs } = this.books;
    const { sinceUpMs, asked, appeal, amount, fee, value: _, ...facts } = order;
    const dueUpMs = dueUpMsOf(order);
    return {
      ...facts,
      amount: amount as Amount,
      fee: fee as Amount,
      asked,
      dueMs: dueUpMs === null ? null : dueUpMs + downMs,
      appealFromMs: order.state === 'paid' ? sinceUpMs + order.clocks.appealAfterMs + downMs : null,
      appeal: appeal === null ? null : this.showAppeal(order),
    };
  }

  private showAppeal({ appeal, clocks, sinceUpMs }: Order): OtcAppealView {
    const { openedMs, awaitsBuyer, awaitsSeller, isDecisionLate } = appeal!;
    const sinceMs = sinceUpMs + this.books.downMs;
    return {
      openedMs,
      statements: statementsOf(appeal!),
      awaitsBuyer,
      awaitsSeller,
      answerDueMs: sinceMs + clocks.answerMs,
      decideDueMs: sinceMs + clocks.decideMs,
      isDecisionLate,
    };
  }
}
