import type { Amount } from '@candor/money';
import { earlyExitInterest, fixedInterest, maturesAt, wholeDays } from '@candor/rules';
import { assert } from '../assert.ts';
import type { DueSlice } from '../due/due-slice.ts';
import type { EntryKind, Outcome, RejectionCode } from '../events.ts';
import { postEntry } from '../ledger/entries.ts';
import { freeIn } from '../ledger/free.ts';
import type { FundedPool, PoolFunding } from '../ledger/funding.ts';
import { isReason } from '../limits.ts';
import { DONE, earnDone, refuse } from '../outcome.ts';
import type { ProductPart } from '../product.ts';
import type { State } from '../state.ts';
import { FixedBook } from './fixed-book.ts';
import { isNamedTime, termsProblem } from './offers.ts';
import { EarnPool } from './pool.ts';
import type { EarnPoolView, FixedEnd, FixedOffer, FixedOrder, FixedOrderEnd, FixedTerms } from './terms.ts';

/** Open orders of one user at most: all of them may mature at once. */
export const MAX_OPEN_FIXED_ORDERS = 100;

/** A product's own words for what happens to orders with a cycle. */
export interface FixedWords<O extends FixedOffer = FixedOffer> {
  /** Named accounts: the free part of the pool, and what is set aside. */
  readonly pool: number;
  readonly escrow: number;
  readonly entries: Readonly<Record<'subscribe' | FixedEnd | 'funding', EntryKind>>;
  readonly refusals: Readonly<
    Record<'closed' | 'amount' | 'soldOut' | 'userLimit' | 'poolEmpty' | 'ended', RejectionCode>
  >;
  /** Returns why a user may not begin an order of an offer, for reasons of the product's own; null where they may. */
  mayBegin?(userId: number, offer: O): RejectionCode | null;
  /** Returns why an order may not end before it matures now; null where it may. */
  mayExit?(order: FixedOrder): RejectionCode | null;
  offered(offer: O, reason: string): void;
  offerClosed(offerId: number, closesMs: number, reason: string): void;
  funded(funding: PoolFunding, figures: FundedPool, reason: string): void;
  /** `poolFree` is the free part of the pool after the posting. */
  subscribed(order: FixedOrder, poolFree: Amount, offer: O): void;
  ended(end: FixedOrderEnd, poolFree: Amount): void;
  /** Heard where a product lets its orders renew themselves. */
  renewalSet?(order: FixedOrder): void;
}

/** Terms of an offer as its command brings them. */
export type OfferedTerms<O extends FixedOffer> = Omit<O, 'offerId' | 'opensMs' | 'closesMs'> & FixedTerms;

/**
 * Orders with a cycle, for any product. The whole interest is set aside from the pool when an order begins, paid when it
 * matures, and never taken back. An early exit returns the principal at once with the published share of whole days; the
 * rest of what was set aside returns to the pool. Everything mature is settled in the order of due times, those of one
 * time by their ids.
 */
export class FixedOrders<O extends FixedOffer = FixedOffer> {
  readonly book = new FixedBook<O>();
  readonly pool: EarnPool;
  private readonly state: State;
  private readonly products: readonly ProductPart[];
  private readonly words: FixedWords<O>;

  constructor(state: State, products: readonly ProductPart[], words: FixedWords<O>) {
    this.state = state;
    this.products = products;
    this.words = words;
    this.pool = new EarnPool(state, words.pool, words.escrow);
    state.openElsewhere.push((id) => this.book.order(id) !== undefined);
  }

  /** Adds an offer for later orders. It opens at the named time, or at once where that has passed. */
  offer(terms: OfferedTerms<O>, opensMs: number, reason: string): Outcome {
    const { state } = this;
    if (!isReason(reason) || !isNamedTime(state, opensMs)) return refuse('INVALID_COMMAND');
    const problem = termsProblem(state, terms);
    if (problem !== null) return refuse(problem);
    const offerId = ++state.lastOrderId;
    const offer = { offerId, ...terms, opensMs: Math.max(opensMs, state.timeMs), closesMs: null } as O;
    this.book.offers.set(offer.offerId, offer);
    state.tape.catalogue();
    this.words.offered(offer, reason);
    return earnDone(offer.offerId);
  }

  /** Ends an offer for later orders, at the named time or at once where that has passed: a published end only comes nearer. */
  close(offerId: number, closesMs: number, reason: string): Outcome {
    const { state, words } = this;
    if (!isReason(reason) || !isNamedTime(state, closesMs)) return refuse('INVALID_COMMAND');
    const offer = this.book.offers.get(offerId);
    if (offer === undefined || isClosed(offer, state.timeMs)) return refuse(words.refusals.closed);
    const atMs = Math.max(closesMs, state.timeMs);
    if (offer.closesMs !== null && offer.closesMs <= atMs) return refuse(words.refusals.closed);
    this.book.offers.set(offerId, { ...offer, closesMs: atMs });
    state.tape.catalogue();
    words.offerClosed(offerId, atMs, reason);
    return DONE;
  }

  /** Moves money into the pool, or back what is free of it. */
  fund(funding: PoolFunding, reason: string): Outcome {
    if (!isReason(reason)) return refuse('INVALID_COMMAND');
    const figures = this.pool.fund(this.words.entries.funding, funding);
    if (typeof figures === 'string') return refuse(figures);
    this.words.funded(funding, figures, reason);
    return DONE;
  }

  /** Begins an order of a user: the principal leaves the spot wallet, the interest the free part of the pool. */
  subscribe(userId: number, offerId: number, amount: Amount, autoRenew: boolean): Outcome {
    const { state, book, words } = this;
    const { closed, amount: bounds, soldOut, userLimit, poolEmpty } = words.refusals;
    const account = state.accounts.find(userId);
    if (account === 0) return refuse('UNKNOWN_ACCOUNT');
    if (state.accounts.house[account] === 1) return refuse('NOT_PERMITTED');
    const offer = book.offers.get(offerId);
    if (offer === undefined || !isOpen(offer, state.timeMs)) return refuse(closed);
    if (amount <= 0n) return refuse('QUANTITY_INVALID');
    if (amount < offer.minAmount || amount > offer.maxAmount) return refuse(bounds);
    if (book.countOf(userId) >= MAX_OPEN_FIXED_ORDERS) return refuse('TOO_MANY_OPEN_ORDERS');
    if (book.ofOffer(offerId).principal + amount > offer.capAmount) return refuse(soldOut);
    if (book.principalOf(userId, offerId) + amount > offer.userCapAmount) return refuse(userLimit);
    const own = words.mayBegin?.(userId, offer) ?? null;
    if (own !== null) return refuse(own);
    if (this.pool.free(offer.assetId) < interestOf(offer, amount)) return refuse(poolEmpty);
    if (freeIn(state, this.products, account, offer.assetId) < amount) return refuse('INSUFFICIENT_BALANCE');
    const orderId = ++state.lastOrderId;
    this.begin(offer, { orderId, userId, amount, beganMs: state.timeMs, autoRenew, renewalOf: 0 });
    return earnDone(orderId);
  }

  /** Ends an open order of a user before it matures. */
  redeem(userId: number, orderId: number): Outcome {
    const { state, book } = this;
    const order = book.order(orderId);
    if (order === undefined || order.userId !== userId) return refuse(this.words.refusals.ended);
    const locked = this.words.mayExit?.(order) ?? null;
    if (locked !== null) return refuse(locked);
    assert(order.maturesMs > state.timeMs, 'what is mature was settled before its owner’s command');
    book.remove(order);
    const days = wholeDays(order.beganMs, state.timeMs, order.cycleDays);
    const { amount: principal, dailyPpm, exitPpm } = order;
    const paid = earlyExitInterest({ principal, dailyPpm, exitPpm, days });
    this.end(order, 'redeemed', days, paid, state.timeMs, 0);
    return earnDone(orderId);
  }

  /** Sets if an open order of a user begins again when it matures. */
  setRenewal(userId: number, orderId: number, autoRenew: boolean): Outcome {
    const order = this.book.order(orderId);
    if (order === undefined || order.userId !== userId) return refuse(this.words.refusals.ended);
    const changed = { ...order, autoRenew };
    this.book.replace(changed);
    this.words.renewalSet?.(changed);
    return earnDone(orderId);
  }

  /**
   * Ends the renewal of an order, closed to its owner at `closedMs`: it begins no more, and one that began since then, be it
   * this order or what followed it, is left at once.
   */
  endRenewal(userId: number, orderId: number, closedMs: number): Outcome {
    const { book } = this;
    const order = book.order(orderId) ?? book.ordersOf(userId).find(({ renewalOf }) => renewalOf === orderId);
    if (order === undefined) return refuse(this.words.refusals.ended);
    if (order.renewalOf !== 0 && order.beganMs >= closedMs) return this.redeem(userId, order.orderId);
    return this.setRenewal(userId, order.orderId, false);
  }

  nextDueMs(): number {
    return this.book.nextMs();
  }

  /** Settles what is mature, each order by one of the slice. */
  settle(nowMs: number, slice: DueSlice): void {
    while (this.book.nextMs() <= nowMs && slice.take()) this.mature(this.book.takeDue(nowMs)!);
  }

  /** Settles all that is mature of one user. */
  settleOf(userId: number, nowMs: number): void {
    for (;;) {
      const order = this.book.takeDueOf(userId, nowMs);
      if (order === undefined) return;
      this.mature(order);
    }
  }

  /** The pool by asset, in the order of their numbers. */
  pools(): EarnPoolView[] {
    const ids = new Set(this.book.assets());
    for (const { assetId } of this.book.offers.values()) ids.add(assetId);
    for (const assetId of this.state.assets.keys()) if (this.pool.free(assetId) !== 0n) ids.add(assetId);
    return [...ids]
      .sort((a, b) => a - b)
      .map((assetId) => {
        const { principal, interest, orders } = this.book.ofAsset(assetId);
        return {
          assetId,
          free: this.pool.free(assetId) as Amount,
          reserved: interest as Amount,
          principal: principal as Amount,
          orders,
        };
      });
  }

  /**
   * Pays an order that is mature, at its due time also where that is long ago: then a renewal begins there too, and may be
   * mature itself. A renewal needs an offer that was open then, and its interest in the pool now.
   */
  private mature(order: FixedOrder): void {
    const { state, book } = this;
    const { orderId, userId, amount, maturesMs } = order;
    const offer = book.offers.get(order.offerId);
    assert(offer !== undefined, 'an order is of an offer');
    const isRenewed =
      order.autoRenew &&
      isOpen(offer, maturesMs) &&
      (this.words.mayBegin?.(userId, offer) ?? null) === null &&
      this.pool.free(offer.assetId) >= order.interest;
    const renewedAs = isRenewed ? ++state.lastOrderId : 0;
    this.end(order, 'matured', order.cycleDays, order.interest, maturesMs, renewedAs);
    if (!isRenewed) return;
    const renewal = { orderId: renewedAs, userId, amount, beganMs: maturesMs, autoRenew: true };
    this.begin(offer, { ...renewal, renewalOf: orderId });
  }

  private begin(
    offer: O,
    facts: Pick<FixedOrder, 'orderId' | 'userId' | 'amount' | 'beganMs' | 'autoRenew' | 'renewalOf'>,
  ): void {
    const { state, pool, book } = this;
    const { orderId, userId, amount, beganMs, autoRenew, renewalOf } = facts;
    const { offerId, assetId, dailyPpm, cycleDays, exitPpm } = offer;
    const interest = interestOf(offer, amount);
    assert(book.ofOffer(offerId).principal + amount <= offer.capAmount, 'an offer is never oversold');
    const order: FixedOrder = {
      orderId,
      userId,
      offerId,
      assetId,
      amount,
      dailyPpm,
      cycleDays,
      exitPpm,
      interest,
      beganMs,
      maturesMs: maturesAt(beganMs, cycleDays),
      autoRenew,
      renewalOf,
    };
    postEntry(state, this.words.entries.subscribe, { tradeId: 0, orderId }, [
      { account: state.accounts.find(userId), assetId, amount: -amount },
      { account: pool.account(), assetId, amount: -interest },
      { account: pool.escrow(), assetId, amount: amount + interest },
    ]);
    book.add(order);
    this.words.subscribed(order, pool.free(assetId) as Amount, offer);
  }

  private end(
    order: FixedOrder,
    how: FixedEnd,
    days: number,
    paidInterest: Amount,
    endedMs: number,
    renewedAs: number,
  ): void {
    const { state, pool } = this;
    const { orderId, userId, assetId, amount, interest } = order;
    const released = (interest - paidInterest) as Amount;
    assert(released >= 0n, 'no order pays more than was set aside for it');
    postEntry(state, this.words.entries[how], { tradeId: 0, orderId }, [
      { account: pool.escrow(), assetId, amount: -(amount + interest) },
      { account: state.accounts.find(userId), assetId, amount: amount + paidInterest },
      { account: pool.account(), assetId, amount: released },
    ]);
    const end = { ...order, how, wholeDays: days, paidInterest, released, endedMs, renewedAs };
    this.words.ended(end, pool.free(assetId) as Amount);
  }
}

function isOpen({ opensMs, closesMs }: FixedOffer, timeMs: number): boolean {
  return opensMs <= timeMs && (closesMs === null || timeMs < closesMs);
}

function isClosed({ closesMs }: FixedOffer, timeMs: number): boolean {
  return closesMs !== null && closesMs <= timeMs;
}

function interestOf({ dailyPpm, cycleDays }: FixedTerms, principal: bigint): Amount {
  return fixedInterest({ principal, dailyPpm, cycleDays });
}

/** Returns the terms that all products have, without what else a command brings. */
export function fixedTermsOf(terms: FixedTerms): FixedTerms {
  const { assetId, dailyPpm, cycleDays, minAmount, maxAmount, capAmount, userCapAmount, exitPpm } = terms;
  return { assetId, dailyPpm, cycleDays, minAmount, maxAmount, capAmount, userCapAmount, exitPpm };
}
