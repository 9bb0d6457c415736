import type { AppliedCommand } from '@candor/journal';
import {
  type EarnEnded,
  type EarnOffered,
  type EarnProduct,
  type EarnSubscribed,
  type EntryEvent,
  type Envelope,
  earnTold,
  type KernelView,
} from '@candor/kernel';
import { earlyExitInterest, fixedInterest, maturesAt, wholeDays } from '@candor/rules';
import type { Check } from './check.ts';

type Report = (what: string) => void;

/** Rules that a product adds to those of all orders with a cycle. */
export interface OwnRules {
  offered(offer: EarnOffered): void;
  began(order: EarnSubscribed, envelope: Envelope, report: Report): void;
  ended(end: EarnEnded, order: EarnSubscribed, report: Report): void;
}

interface Accounts {
  /** Named accounts: the free part of the pool, and what is set aside. */
  readonly pool: number;
  readonly escrow: number;
}

/**
 * Recomputes every order with a cycle of a product: its terms from the offer that was published, its interest at both ends, its entries,
 * that no offer was oversold, and that the escrow held the principals and interest of all open orders after each command.
 */
export class EarnCheck implements Check {
  readonly name: string;
  count = 0;
  private readonly product: EarnProduct;
  private readonly accounts: Accounts;
  private readonly own: OwnRules | null;
  private readonly offers = new Map<number, EarnOffered>();
  private readonly closings = new Map<number, number>();
  private readonly orders = new Map<number, EarnSubscribed>();
  private readonly staked = new Map<number, bigint>();
  private readonly owed = new Map<number, bigint>();
  private readonly escrow = new Map<number, bigint>();
  private readonly free = new Map<number, bigint>();
  private renewal: EarnEnded | null = null;

  constructor(product: EarnProduct, accounts: Accounts, own: OwnRules | null = null) {
    this.name = `${product} orders`;
    this.product = product;
    this.accounts = accounts;
    this.own = own;
  }

  see({ envelope, events }: AppliedCommand, _view: KernelView, report: Report): void {
    let entry: EntryEvent | null = null;
    let moved = false;
    for (const event of events) {
      if (event.type === 'entry') {
        moved = this.posted(event, report) || moved;
        if (this.isOfOrder(event)) {
          if (entry !== null) report(`The entry of order ${entry.orderId} has no event.`);
          entry = event;
        }
        continue;
      }
      const told = earnTold(this.product, event);
      if (told?.is === 'Offered') {
        this.offers.set(told.event.offerId, told.event);
        this.own?.offered(told.event);
      } else if (told?.is === 'OfferClosed') this.closings.set(told.event.offerId, told.event.closesMs);
      else if (told?.is === 'Subscribed') {
        this.began(told.event, entry, envelope.timeMs, report);
        this.own?.began(told.event, envelope, report);
        entry = null;
      } else if (told?.is === 'Ended') {
        this.ended(told.event, entry, envelope.timeMs, report);
        entry = null;
      } else if (told?.is === 'RenewalSet') {
        const { orderId, userId, autoRenew } = told.event;
        const order = this.orders.get(orderId);
        if (order?.userId !== userId) report(`Order ${orderId} was changed by another user.`);
        else this.orders.set(orderId, { ...order, autoRenew });
      }
    }
    if (entry !== null) report(`The entry of order ${entry.orderId} has no event.`);
    if (moved) this.balanced(report);
  }

  /** Reports orders that nobody was paid for, where the ledger says that nothing is due. */
  end(view: KernelView, report: Report): void {
    if (view.nextDueMs <= view.timeMs) return;
    for (const { orderId, maturesMs } of this.orders.values())
      if (maturesMs <= view.timeMs) report(`Order ${orderId} matured at ${maturesMs}, and was never paid.`);
  }

  /** Follows escrow and pool, and reports a pool below 0. True if the entry moved the escrow. */
  private posted({ postings }: EntryEvent, report: Report): boolean {
    let moved = false;
    for (const { account, assetId, balance } of postings) {
      if (account === this.accounts.pool) {
        this.free.set(assetId, balance);
        if (balance < 0n) report(`The pool of asset ${assetId} is at ${balance}.`);
      }
      if (account !== this.accounts.escrow) continue;
      this.escrow.set(assetId, balance);
      moved = true;
    }
    return moved;
  }

  private balanced(report: Report): void {
    for (const [assetId, balance] of this.escrow) {
      const owed = this.owed.get(assetId) ?? 0n;
      if (balance !== owed)
        report(`The escrow holds ${balance} of asset ${assetId}; its open orders come to ${owed}.`);
    }
  }

  private began(event: EarnSubscribed, entry: EntryEvent | null, timeMs: number, report: Report): void {
    this.count += 1;
    const { orderId, offerId, assetId, amount, interest, beganMs, maturesMs } = event;
    const offer = this.offers.get(offerId);
    if (offer === undefined) report(`Order ${orderId} is of offer ${offerId}, which nobody made.`);
    else this.termsOf(event, offer, report);
    const due = fixedInterest({ principal: amount, dailyPpm: event.dailyPpm, cycleDays: event.cycleDays });
    if (interest !== due)
      report(`Order ${orderId} set ${interest} of interest aside; its terms give ${due}.`);
    if (maturesMs !== maturesAt(beganMs, event.cycleDays))
      report(`Order ${orderId} matures at ${maturesMs}, which is not the end of its cycle.`);
    this.place(event, timeMs, report);
    this.moved(event, entry, `${this.product}-subscribe`, [-amount, -interest, amount + interest], report);
    this.orders.set(orderId, event);
    this.add(assetId, offerId, amount, interest);
    const staked = this.staked.get(offerId) ?? 0n;
    if (offer !== undefined && staked > offer.capAmount)
      report(`Offer ${offerId} holds ${staked}, more than its ${offer.capAmount}.`);
  }

  private termsOf(event: EarnSubscribed, offer: EarnOffered, report: Report): void {
    const { orderId, amount, beganMs } = event;
    for (const name of ['assetId', 'dailyPpm', 'cycleDays', 'exitPpm'] as const)
      if (event[name] !== offer[name])
        report(`Order ${orderId} has ${name} ${event[name]}; its offer says ${offer[name]}.`);
    if (amount < offer.minAmount || amount > offer.maxAmount)
      report(`Order ${orderId} of ${amount} is outside of its offer's bounds.`);
    const closesMs = this.closings.get(offer.offerId) ?? Number.POSITIVE_INFINITY;
    if (beganMs < offer.opensMs || beganMs >= closesMs)
      report(`Order ${orderId} began at ${beganMs}, when its offer was not open.`);
  }

  /** An order begins at its command's time, or where the order ended that it renews. */
  private place(event: EarnSubscribed, timeMs: number, report: Report): void {
    const { renewal } = this;
    this.renewal = null;
    const { orderId, renewalOf, beganMs, userId, amount } = event;
    if (renewalOf === 0) {
      if (beganMs !== timeMs) report(`Order ${orderId} began at ${beganMs}, its command was at ${timeMs}.`);
      if (renewal !== null) report(`Order ${renewal.orderId} names a renewal that did not begin.`);
      return;
    }
    const stands =
      renewal?.orderId === renewalOf &&
      renewal.renewedAs === orderId &&
      renewal.userId === userId &&
      renewal.amount === amount &&
      renewal.offerId === event.offerId &&
      renewal.endedMs === beganMs;
    if (!stands) report(`Order ${orderId} does not renew order ${renewalOf} as that ended.`);
  }

  private ended(event: EarnEnded, entry: EntryEvent | null, timeMs: number, report: Report): void {
    this.count += 1;
    const { orderId, amount, interest, paidInterest, released, how, renewedAs } = event;
    const order = this.orders.get(orderId);
    if (order === undefined) {
      report(`Order ${orderId} ended, and nobody has it.`);
      return;
    }
    for (const name of STATED)
      if (event[name] !== order[name])
        report(`Order ${orderId} ended with ${name} ${event[name]}; it began with ${order[name]}.`);
    this.own?.ended(event, order, report);
    const { dailyPpm, exitPpm, cycleDays, maturesMs, beganMs } = order;
    const matured = how === 'matured';
    const days = matured ? cycleDays : wholeDays(beganMs, timeMs, cycleDays);
    const due = matured
      ? order.interest
      : earlyExitInterest({ principal: order.amount, dailyPpm, exitPpm, days });
    if (event.wholeDays !== days || paidInterest !== due || released !== order.interest - due)
      report(
        `Order ${orderId} paid ${paidInterest} for ${event.wholeDays} days; ${due} for ${days} was due.`,
      );
    if (event.endedMs !== (matured ? maturesMs : timeMs) || matured !== timeMs >= maturesMs)
      report(`Order ${orderId} ended at ${event.endedMs} as ${how}; it was due at ${maturesMs}.`);
    if (renewedAs !== 0 && !(matured && order.autoRenew))
      report(`Order ${orderId} was renewed, and nobody had asked for it.`);
    this.moved(
      event,
      entry,
      `${this.product}-${how}`,
      [amount + paidInterest, released, -(amount + interest)],
      report,
    );
    this.orders.delete(orderId);
    this.add(order.assetId, order.offerId, -order.amount, -order.interest);
    if (this.renewal !== null) report(`Order ${this.renewal.orderId} names a renewal that did not begin.`);
    this.renewal = renewedAs === 0 ? null : event;
  }

  /** Compares an order's entry with what its user, the pool and the escrow were to gain. */
  private moved(
    { orderId, userId, assetId, poolFree }: EarnSubscribed | EarnEnded,
    entry: EntryEvent | null,
    kind: string,
    [user, pool, escrow]: readonly [bigint, bigint, bigint],
    report: Report,
  ): void {
    const gained = (account: number) =>
      entry?.postings.find((posting) => posting.account === account && posting.assetId === assetId)?.amount ??
      0n;
    const stands =
      entry?.kind === kind &&
      entry.orderId === orderId &&
      gained(userId) === user &&
      gained(this.accounts.pool) === pool &&
      gained(this.accounts.escrow) === escrow;
    if (!stands) report(`The entry of order ${orderId} is not that of its event.`);
    if (poolFree !== this.free.get(assetId))
      report(
        `Order ${orderId} says that ${poolFree} is free in the pool; it holds ${this.free.get(assetId)}.`,
      );
  }

  private add(assetId: number, offerId: number, amount: bigint, interest: bigint): void {
    this.owed.set(assetId, (this.owed.get(assetId) ?? 0n) + amount + interest);
    this.staked.set(offerId, (this.staked.get(offerId) ?? 0n) + amount);
  }

  private isOfOrder({ kind }: EntryEvent): boolean {
    const { product } = this;
    return kind === `${product}-subscribe` || kind === `${product}-matured` || kind === `${product}-redeemed`;
  }
}

/** Facts of an order that its end states again. */
const STATED = [
  'userId',
  'offerId',
  'assetId',
  'amount',
  'dailyPpm',
  'cycleDays',
  'exitPpm',
  'interest',
  'beganMs',
  'maturesMs',
  'autoRenew',
  'renewalOf',
] as const;
