import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import type { DueSlice } from '../../due/due-slice.ts';
import { userOf, walletFacts, walletNumber } from '../../ledger/wallets.ts';
import { type CommandHandlers, type Product, type ProductContext, productRoom } from '../../product.ts';
import type { State } from '../../state.ts';
import { Acts } from './acts.ts';
import { auditOtc } from './audit.ts';
import { OtcBooks } from './books.ts';
import { otcCodecs } from './codec.ts';
import type { OtcCommand } from './commands.ts';
import { Offers } from './offers.ts';
import { setOtcCurrency, setOtcMethod, setOtcTerms, setOtcTrader } from './operator.ts';
import { Orders } from './orders.ts';
import { OtcReader } from './reader.ts';
import { readOtc, writeOtc } from './section.ts';
import { Standing } from './standing.ts';
import { takeOtcOffer } from './taking.ts';
import type { OtcView } from './view.ts';

/**
 * OTC: users trade coins against money that no ledger of ours holds. The seller's coins wait in escrow from the taking of
 * an offer until the seller releases them, the buyer gives them back, or two operators decide. Clocks run on uptime and
 * pay nobody out.
 */
class OtcProduct implements Product {
  readonly name = 'otc';
  readonly handlers: CommandHandlers<OtcCommand>;
  readonly view: OtcView;
  private readonly state: State;
  private readonly books: OtcBooks;
  private readonly orders: Orders;
  private readonly offers: Offers;
  private readonly standing: Standing;

  constructor({ state, products, ports }: ProductContext) {
    const books = new OtcBooks(state);
    const standing = new Standing(state, books);
    const orders = new Orders(state, books, standing);
    const offers = new Offers(state, books, standing, products);
    const acts = new Acts(state, books, orders);
    const room = { state, books, offers, orders, standing, products };
    this.state = state;
    this.books = books;
    this.standing = standing;
    this.orders = orders;
    this.offers = offers;
    this.view = new OtcReader(books, offers, standing);
    ports.withdrawalGuard = standing;
    state.openElsewhere.push((id) => books.orders.has(id) || books.offers.has(id));
    this.handlers = {
      setOtcTerms: { perform: (_, command) => setOtcTerms(state, books, command) },
      setOtcCurrency: { keepsDue: true, perform: (_, command) => setOtcCurrency(state, books, command) },
      setOtcMethod: { keepsDue: true, perform: (_, command) => setOtcMethod(state, books, command) },
      setOtcTrader: { keepsDue: true, perform: (_, command) => setOtcTrader(state, books, command) },
      admitOtcMerchant: { keepsDue: true, perform: (_, command) => offers.admit(command) },
      leaveOtcMerchant: { perform: (userId) => offers.leave(userId) },
      publishOtcOffer: { keepsDue: true, perform: (userId, command) => offers.publish(userId, command) },
      changeOtcOffer: { keepsDue: true, perform: (userId, command) => offers.change(userId, command) },
      closeOtcOffer: { keepsDue: true, perform: (userId, command) => offers.close(userId, command) },
      takeOtcOffer: { perform: (userId, command) => takeOtcOffer(room, userId, command) },
      payOtcOrder: { perform: (userId, command) => acts.pay(userId, command) },
      releaseOtcOrder: { perform: (userId, command) => acts.release(userId, command) },
      cancelOtcOrder: { perform: (userId, command) => acts.cancel(userId, command) },
      askOtcCancel: { perform: (userId, command) => acts.askCancel(userId, command) },
      appealOtcOrder: { perform: (userId, command) => acts.appeal(userId, command) },
      stateOtcAppeal: { perform: (userId, command) => acts.stateAppeal(userId, command) },
      resolveOtcAppeal: { perform: (_, command) => acts.resolve(command) },
    };
  }

  /** The deposit of a merchant stays in the OTC wallet. */
  lockedIn(account: number, assetId: number): bigint {
    const number = this.state.accounts.numbers[account]!;
    if (number <= 0 || this.books.merchants.size === 0) return 0n;
    const { kind, debt } = walletFacts(walletNumber(number));
    if (kind !== 'otc' || debt) return 0n;
    const merchant = this.books.merchants.get(userOf(number));
    return merchant?.assetId === assetId ? merchant.deposit : 0n;
  }

  nextDueMs(): number {
    return this.books.nextDueMs();
  }

  onTime(nowMs: number, _previousMs: number, slice: DueSlice): void {
    const { books, orders, offers, standing } = this;
    if (books.next !== null && books.next.effectiveMs <= nowMs && slice.take()) {
      books.terms = books.next.terms;
      books.next = null;
    }
    while (books.queue.nextMs() <= books.upMs && slice.take()) {
      const { id, dueMs } = books.queue.take(books.upMs)!;
      orders.turn(books.orders.get(id)!, dueMs);
    }
    while (books.holds.nextMs() <= nowMs && slice.take()) {
      const { id, userId } = books.holds.take(nowMs)!;
      standing.endHold(userId, id);
    }
    if (slice.take()) offers.freeDeposits(nowMs);
  }

  onTimeOf(userId: number): void {
    const { books, orders } = this;
    for (const order of books.of(userId)) orders.settle(order);
  }

  audit(): void {
    auditOtc(this.state, this.books);
  }

  write(writer: ByteWriter): void {
    writeOtc(writer, this.books);
  }

  read(reader: ByteReader): void {
    readOtc(reader, this.books);
  }
}

/** OTC, as the list of products names it. */
export const otc = productRoom('otc', otcCodecs, (context) => new OtcProduct(context));
