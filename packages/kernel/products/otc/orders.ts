import type { Amount } from '@candor/money';
import {
  type OtcEnd,
  type OtcFault,
  type OtcMover,
  type OtcOpenState,
  type OtcSide,
  otcFault,
  otcMayMove,
} from '@candor/rules';
import { assert } from '../../assert.ts';
import { OTC_ESCROW, OTC_FEES } from '../../ledger/accounts.ts';
import { postEntry } from '../../ledger/entries.ts';
import type { State } from '../../state.ts';
import { dueUpMsOf, escrowOf, factsOf, isAwaited, type Order, type OtcBooks } from './books.ts';
import type { Standing } from './standing.ts';

/** End of an order. */
interface Ending {
  readonly end: OtcEnd;
  readonly by: OtcMover;
  readonly winner: OtcSide;
  readonly fault: OtcFault;
  /** Uptime of the end. */
  readonly upMs: number;
  readonly reason?: string;
  readonly operators?: readonly string[];
}

/**
 * Moves orders by the table of states: the only writer of the escrow. Coins enter it once, and leave it once, as a whole,
 * to the buyer or to the seller of that order.
 */
export class Orders {
  private readonly state: State;
  private readonly books: OtcBooks;
  private readonly standing: Standing;

  constructor(state: State, books: OtcBooks, standing: Standing) {
    this.state = state;
    this.books = books;
    this.standing = standing;
  }

  /** Takes an order's coins out of the seller's wallet. They are free there, as was checked. */
  begin(order: Order): void {
    const { assetId, orderId } = order;
    const held = escrowOf(order);
    postEntry(this.state, 'otc-escrowed', { tradeId: 0, orderId }, [
      { account: this.wallet(order, 'seller'), assetId, amount: -held },
      { account: this.escrow(), assetId, amount: held },
    ]);
    this.books.add(order);
  }

  /** Brings an order into another open state, whose clock starts at the uptime `upMs`. */
  move(order: Order, to: OtcOpenState, by: OtcMover, upMs: number, reason = '', evidence = ''): void {
    const { state, books } = this;
    const from = order.state;
    assert(otcMayMove(from, to, by), 'an order moves by its table');
    const downtimeMs = books.downMs;
    const atMs = upMs + downtimeMs;
    order.state = to;
    order.sinceUpMs = upMs;
    if (to === 'appealed')
      order.appeal = {
        openedMs: atMs,
        buyerStatements: by === 'buyer' ? 1 : 0,
        sellerStatements: by === 'seller' ? 1 : 0,
        awaitsBuyer: by !== 'buyer',
        awaitsSeller: by !== 'seller',
        isAnswerLate: false,
        isDecisionLate: false,
      };
    books.wait(order);
    const facts = factsOf(order);
    state.tape.note({ type: 'otcOrderMoved', ...facts, from, to, by, atMs, downtimeMs, reason, evidence });
  }

  /** Ends an order: the escrow goes to its winner, as a whole. */
  end(order: Order, { end, by, winner, fault, upMs, reason = '', operators = [] }: Ending): void {
    const { state, books, standing } = this;
    const from = order.state;
    assert(otcMayMove(from, end, by), 'an order moves by its table');
    assert(books.orders.get(order.orderId) === order, 'an order ends once');
    books.remove(order);
    if (winner === 'buyer') this.deliver(order);
    else this.giveBack(order);
    const fee = (winner === 'buyer' ? order.fee : 0n) as Amount;
    const downtimeMs = books.downMs;
    const atMs = upMs + downtimeMs;
    const holdEndsMs = winner === 'buyer' ? state.timeMs + order.clocks.holdMs : 0;
    const facts = { ...factsOf(order), from, end, by, winner, fault, atMs, downtimeMs };
    state.tape.note({ type: 'otcOrderEnded', ...facts, fee, reason, operators, holdEndsMs });
    if (winner === 'buyer') standing.bought(order, holdEndsMs);
    if (fault !== 'nobody') standing.blame(fault === 'buyer' ? order.buyerId : order.sellerId);
  }

  /** Does what an order's clocks did up to now, so that an act sees it. */
  settle(order: Order): void {
    const { books } = this;
    while (books.orders.get(order.orderId) === order) {
      const dueUpMs = dueUpMsOf(order);
      if (dueUpMs === null || dueUpMs > books.upMs) return;
      this.turn(order, dueUpMs);
    }
  }

  /** Does what an order's clock that ran out at this uptime brings about. */
  turn(order: Order, upMs: number): void {
    switch (order.state) {
      case 'created':
        this.move(order, 'lapsed', 'clock', upMs);
        return;
      case 'lapsed':
        this.end(order, {
          end: 'expired',
          by: 'clock',
          winner: 'seller',
          fault: otcFault(order.asked),
          upMs,
        });
        return;
      case 'paid':
        this.move(order, 'appealed', 'clock', upMs, 'silence');
        return;
      case 'appealed':
        this.late(order, upMs);
    }
  }

  /** A clock of an appeal ran out: it is said in public, and moves nothing. */
  private late(order: Order, upMs: number): void {
    const { books, state } = this;
    const appeal = order.appeal!;
    const what = isAwaited(appeal) ? 'answer' : 'decision';
    if (what === 'answer') appeal.isAnswerLate = true;
    else {
      appeal.isDecisionLate = true;
      books.lateDecisions += 1;
    }
    books.wait(order);
    const { lateDecisions } = books;
    const atMs = upMs + books.downMs;
    state.tape.note({ type: 'otcAppealLate', ...factsOf(order), what, atMs, lateDecisions });
  }

  private deliver(order: Order): void {
    const { assetId, orderId, amount, fee, makerId, sellerId } = order;
    const escrow = this.escrow();
    const buyer = this.wallet(order, 'buyer');
    postEntry(this.state, 'otc-released', { tradeId: 0, orderId }, [
      { account: escrow, assetId, amount: -amount },
      { account: buyer, assetId, amount },
    ]);
    postEntry(this.state, 'otc-fee', { tradeId: 0, orderId }, [
      { account: makerId === sellerId ? escrow : buyer, assetId, amount: -fee },
      { account: this.state.accounts.ensureNamed(OTC_FEES), assetId, amount: fee },
    ]);
  }

  private giveBack(order: Order): void {
    const { assetId, orderId, offerId, version } = order;
    const held = escrowOf(order);
    postEntry(this.state, 'otc-returned', { tradeId: 0, orderId }, [
      { account: this.escrow(), assetId, amount: -held },
      { account: this.wallet(order, 'seller'), assetId, amount: held },
    ]);
    const offer = this.books.offers.get(offerId);
    // a later version has an amount of its own
    if (offer?.version === version) offer.amount += order.amount;
  }

  /** Slot of the wallet of a side: the maker's OTC wallet, the taker's spot wallet. */
  private wallet({ makerId, buyerId, sellerId }: Order, side: OtcSide): number {
    const userId = side === 'buyer' ? buyerId : sellerId;
    return this.state.accounts.ensureWallet(userId, userId === makerId ? 'otc' : 'spot');
  }

  private escrow(): number {
    return this.state.accounts.ensureNamed(OTC_ESCROW);
  }
}
