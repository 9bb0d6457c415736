import type { Amount } from '@candor/money';
import type { OtcAsk, OtcOpenState, OtcTerms } from '@candor/rules';
import { assert } from '../../assert.ts';
import { type DueItem, DueQueue } from '../../due/due-queue.ts';
import type { State as KernelState } from '../../state.ts';
import type { OtcOfferTerms } from './commands.ts';
import type { OtcClocks } from './events.ts';
import type { OtcCurrencyView, OtcMethodView } from './view.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** An offer as it stands: `amount` is what it still trades. */
export interface Offer extends Omit<OtcOfferTerms, 'amount'> {
  readonly offerId: number;
  readonly userId: number;
  readonly version: number;
  readonly side: 'buy' | 'sell';
  readonly assetId: number;
  readonly currency: string;
  readonly isPaused: boolean;
  amount: bigint;
}

export interface Appeal {
  readonly openedMs: number;
  /** Statements of each side: what one says takes no place of the other's. */
  buyerStatements: number;
  sellerStatements: number;
  awaitsBuyer: boolean;
  awaitsSeller: boolean;
  /** Clocks that ran out. */
  isAnswerLate: boolean;
  isDecisionLate: boolean;
}

/** Statements of both sides. */
export const statementsOf = ({ buyerStatements, sellerStatements }: Appeal): number =>
  buyerStatements + sellerStatements;

export interface Order {
  readonly orderId: number;
  readonly offerId: number;
  readonly version: number;
  readonly makerId: number;
  readonly buyerId: number;
  readonly sellerId: number;
  readonly assetId: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly currency: string;
  readonly price: bigint;
  readonly total: bigint;
  readonly value: bigint;
  readonly method: string;
  readonly termsHash: string;
  readonly clocks: OtcClocks;
  readonly createdMs: number;
  state: OtcOpenState;
  /** Start of the state's clock by the uptime, which stands still while the house is down. */
  sinceUpMs: number;
  asked: OtcAsk | null;
  appeal: Appeal | null;
}

export interface Trader {
  readonly userId: number;
  isAdmitted: boolean;
  person: string;
  released: number;
  /** Times of ends at the user's own fault, as far as they may still count. */
  faults: number[];
  pausedUntilMs: number;
}

export interface Merchant {
  readonly userId: number;
  readonly assetId: number;
  readonly deposit: bigint;
  /** 0 for a merchant who stays. */
  freeMs: number;
}

/** A value that was bought and stays until a time. */
export interface Hold extends DueItem {
  value: bigint;
}

export interface NextTerms {
  readonly terms: OtcTerms;
  readonly effectiveMs: number;
}

/**
 * Terms, offers, open orders and the standing of users. It neither posts nor emits.
 *
 * Invariants: each open order whose state has a clock waits once in the queue, at the uptime at which that clock runs out; the
 * escrow is the sum of all open orders, with the fees of those whose maker sells.
 */
export class OtcBooks {
  terms: OtcTerms | null = null;
  next: NextTerms | null = null;
  lateDecisions = 0;
  readonly currencies = new Map<string, OtcCurrencyView>();
  readonly methods = new Map<string, OtcMethodView>();
  readonly traders = new Map<number, Trader>();
  readonly merchants = new Map<number, Merchant>();
  readonly offers = new Map<number, Offer>();
  readonly orders = new Map<number, Order>();
  readonly queue = new DueQueue<DueItem>();
  readonly holds = new DueQueue<Hold>();
  private readonly byUser = new Map<number, Set<Order>>();
  private readonly heldOf = new Map<number, Set<Hold>>();
  private readonly kernel: KernelState;

  constructor(kernel: KernelState) {
    this.kernel = kernel;
  }

  add(order: Order): void {
    this.orders.set(order.orderId, order);
    for (const userId of [order.buyerId, order.sellerId])
      this.byUser.set(userId, (this.byUser.get(userId) ?? new Set()).add(order));
    this.wait(order);
  }

  remove(order: Order): void {
    this.queue.remove(order.orderId);
    this.orders.delete(order.orderId);
    for (const userId of [order.buyerId, order.sellerId]) {
      const own = this.byUser.get(userId)!;
      own.delete(order);
      if (own.size === 0) this.byUser.delete(userId);
    }
  }

  /** Puts an order into the queue at the end of its clock; one without a clock waits for people alone. */
  wait(order: Order): void {
    this.queue.remove(order.orderId);
    const dueUpMs = dueUpMsOf(order);
    if (dueUpMs !== null) this.queue.add({ id: order.orderId, userId: order.sellerId, dueMs: dueUpMs });
  }

  /** All time so far but the downtime: every clock of an order goes by it. */
  get upMs(): number {
    return this.kernel.timeMs - this.downMs;
  }

  /** All downtime so far. */
  get downMs(): number {
    return this.kernel.downtimes.upTo(this.kernel.timeMs);
  }

  of(userId: number): readonly Order[] {
    return [...(this.byUser.get(userId) ?? [])].sort((a, b) => a.orderId - b.orderId);
  }

  openOf(userId: number): number {
    return this.byUser.get(userId)?.size ?? 0;
  }

  offersOf(userId: number): readonly Offer[] {
    return [...this.offers.values()].filter((offer) => offer.userId === userId);
  }

  /** True if an order of the two is not paid yet. */
  isUnpaid(buyerId: number, sellerId: number): boolean {
    const [fewer, other] =
      this.openOf(buyerId) < this.openOf(sellerId) ? [buyerId, sellerId] : [sellerId, buyerId];
    for (const order of this.byUser.get(fewer) ?? []) {
      const isPair = order.buyerId === other || order.sellerId === other;
      if (isPair && (order.state === 'created' || order.state === 'lapsed')) return true;
    }
    return false;
  }

  traderOf(userId: number): Trader {
    const known = this.traders.get(userId);
    if (known !== undefined) return known;
    const trader: Trader = {
      userId,
      isAdmitted: false,
      person: '',
      released: 0,
      faults: [],
      pausedUntilMs: 0,
    };
    this.traders.set(userId, trader);
    return trader;
  }

  /** A merchant who stays; undefined for anybody else. */
  merchantOf(userId: number): Merchant | undefined {
    const merchant = this.merchants.get(userId);
    return merchant?.freeMs === 0 ? merchant : undefined;
  }

  hold(hold: Hold): void {
    this.holds.add(hold);
    this.heldOf.set(hold.userId, (this.heldOf.get(hold.userId) ?? new Set()).add(hold));
  }

  endHold(hold: Hold): void {
    this.holds.remove(hold.id);
    const own = this.heldOf.get(hold.userId)!;
    own.delete(hold);
    if (own.size === 0) this.heldOf.delete(hold.userId);
  }

  /** A user's holds, the oldest first. */
  holdsOf(userId: number): readonly Hold[] {
    return [...(this.heldOf.get(userId) ?? [])].sort((a, b) => a.id - b.id);
  }

  /** Returns when the next thing falls due, in ms; Infinity for nothing. */
  nextDueMs(): number {
    const orders = this.queue.nextMs() + this.downMs;
    let next = Math.min(orders, this.holds.nextMs(), this.next?.effectiveMs ?? NEVER);
    for (const { freeMs } of this.merchants.values()) if (freeMs !== 0) next = Math.min(next, freeMs);
    return next;
  }
}

/** Uptime at which the clock of an order's state runs out; null for none. */
export function dueUpMsOf({ clocks, state, sinceUpMs, appeal }: Order): number | null {
  switch (state) {
    case 'created':
      return sinceUpMs + clocks.windowMs;
    case 'lapsed':
      return sinceUpMs + clocks.lapseMs;
    case 'paid':
      return sinceUpMs + clocks.silenceMs;
    case 'appealed':
      assert(appeal !== null, 'an appealed order has an appeal');
      if (isAwaited(appeal)) return sinceUpMs + clocks.answerMs;
      return appeal.isDecisionLate ? null : sinceUpMs + clocks.decideMs;
  }
}

/** True while the clock of an answer runs. */
export function isAwaited({ awaitsBuyer, awaitsSeller, isAnswerLate }: Appeal): boolean {
  return (awaitsBuyer || awaitsSeller) && !isAnswerLate;
}

/** Facts of an order that each of its events has, in one order of keys. */
export function factsOf({ orderId, offerId, buyerId, sellerId, assetId, amount }: Order) {
  return { orderId, offerId, buyerId, sellerId, assetId, amount: amount as Amount };
}

/** Coins of an order in escrow: the amount, and the fee where the maker sells. */
export function escrowOf({ makerId, sellerId, amount, fee }: Order): bigint {
  return makerId === sellerId ? amount + fee : amount;
}
