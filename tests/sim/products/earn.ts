import type { AppliedCommand } from '@candor/journal';
import {
  type Command,
  type EarnEnded,
  type EarnOffered,
  type EarnProduct,
  type EarnSubscribed,
  type EntryEvent,
  earnTold,
  type FixedTerms,
  type KernelView,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import { type Act, type Exchange, must, type SimProduct, words } from '../product.ts';
import { BTC, USDT } from '../world.ts';

export const COIN = 100_000_000n;
export const DAY_MS = 86_400_000;
const MILLION = 1_000_000n;
export const REASON = 'What the pool can bear';

/** Terms of an offer in the simulation: its cap in coins. */
export interface SimTerms {
  readonly dailyPpm: number;
  readonly cycleDays: number;
  readonly cap: bigint;
  readonly exitPpm: number;
}

/** Commands and rules of a product, in its own words. */
export interface EarnPart {
  readonly product: EarnProduct;
  /** Named accounts: the free part of the pool, and what is set aside. */
  readonly pool: number;
  readonly escrow: number;
  /** Offers that it begins with. */
  readonly first: readonly (readonly [assetId: number, SimTerms])[];
  offer(assetId: number, terms: FixedTerms): Command;
  close(offerId: number, closesMs: number): Command;
  fund(assetId: number, amount: Amount): Command;
  subscribe(offer: EarnOffered, amount: Amount): Command;
  redeem(orderId: number): Command;
  /** A change of an open order's renewal; null where a product has none. */
  renewal(orderId: number): Command | null;
  /** Rules of its own. */
  began?(order: EarnSubscribed, offer: EarnOffered, command: AppliedCommand): void;
  ended?(end: EarnEnded, order: EarnSubscribed, command: AppliedCommand): void;
}

/** Orders with a cycle: every interest is reckoned again day by day, and the escrow always holds what is open. */
export class Earn implements SimProduct {
  readonly weight = 8;
  private readonly exchange: Exchange;
  private readonly part: EarnPart;
  private readonly offers = new Map<number, EarnOffered>();
  private readonly closings = new Map<number, number>();
  private readonly orders = new Map<number, EarnSubscribed>();
  private readonly free = new Map<number, bigint>();
  private nowMs = 0;

  constructor(exchange: Exchange, part: EarnPart) {
    this.exchange = exchange;
    this.part = part;
  }

  listing(): Command[] {
    const { part } = this;
    return [
      part.fund(USDT, (100n * COIN) as Amount),
      part.fund(BTC, COIN as Amount),
      ...part.first.map(([assetId, terms]) => part.offer(assetId, termsOf(assetId, terms))),
    ];
  }

  act(): Act | null {
    const { random, users } = this.exchange;
    const { part } = this;
    const open = [...this.orders.values()];
    if (open.length > 0 && random.chance(0.3)) {
      const { orderId, userId } = random.pick(open);
      const sender = random.chance(0.1) ? random.pick(users) : userId;
      const change = random.chance(0.5) ? null : part.renewal(orderId);
      return { userId: sender, body: change ?? part.redeem(orderId) };
    }
    if (random.chance(0.06)) return { userId: 0, body: this.operator() };
    if (this.offers.size === 0) return null;
    const userId = random.pick(users);
    const offer = random.pick([...this.offers.values()]);
    const { minAmount, maxAmount } = offer;
    const amount = random.chance(0.05)
      ? maxAmount + 1n
      : minAmount + ((maxAmount - minAmount) * BigInt(random.int(0, 1_000))) / 1_000n;
    return { userId, body: part.subscribe(offer, amount as Amount) };
  }

  private operator(): Command {
    const { random } = this.exchange;
    const { part } = this;
    const assetId = random.pick([USDT, BTC]);
    if (random.chance(0.4)) return part.fund(assetId, (BigInt(random.int(1, 300)) * (COIN / 10n)) as Amount);
    if (this.offers.size > 6 || random.chance(0.4)) {
      const offerId = random.pick([...this.offers.keys()]);
      return part.close(offerId, random.chance(0.5) ? 0 : this.nowMs + random.int(1, 2 * DAY_MS));
    }
    const dailyPpm = random.int(1, 3_000);
    const cycleDays = random.int(1, 20);
    const exitPpm = random.int(0, 1_000_000);
    const cap = assetId === BTC ? 4n : 5_000n;
    return part.offer(assetId, termsOf(assetId, { dailyPpm, cycleDays, exitPpm, cap }));
  }

  onCommand(command: AppliedCommand): void {
    const { envelope, outcome, events } = command;
    const { body } = envelope;
    const { product, pool } = this.part;
    this.nowMs = envelope.timeMs;
    let entry: EntryEvent | null = null;
    let renewed: EarnEnded | null = null;
    const matured: EarnEnded[] = [];
    for (const event of events) {
      if (event.type === 'entry') {
        if (!event.kind.startsWith(`${product}-`)) continue;
        entry = event;
        for (const { account, assetId, balance } of event.postings)
          if (account === pool) this.free.set(assetId, balance);
        continue;
      }
      const told = earnTold(product, event);
      if (told?.is === 'Offered') {
        must(body.type.startsWith('offer') && outcome.ok, 'offers are made', () => words([body, event]));
        this.offers.set(told.event.offerId, told.event);
      } else if (told?.is === 'OfferClosed') this.closings.set(told.event.offerId, told.event.closesMs);
      else if (told?.is === 'Subscribed') {
        const { amount, interest } = told.event;
        this.began(told.event, renewed, command);
        this.moved(told.event, entry, [-amount, -interest, amount + interest]);
        renewed = null;
      } else if (told?.is === 'Ended') {
        must(renewed === null, 'a renewal begins', () => words(renewed));
        const { amount, interest, paidInterest, released } = told.event;
        this.ended(told.event, command);
        this.moved(told.event, entry, [amount + paidInterest, released, -(amount + interest)]);
        if (told.event.how === 'matured') matured.push(told.event);
        if (told.event.renewedAs !== 0) renewed = told.event;
      } else if (told?.is === 'RenewalSet') {
        const { orderId, autoRenew } = told.event;
        const order = this.orders.get(orderId);
        must(order?.userId === envelope.userId, 'only its owner sets a renewal', () => words([body, order]));
        this.orders.set(orderId, { ...order, autoRenew });
      }
    }
    must(renewed === null, 'a renewal begins', () => words(renewed));
    this.punctual(matured, envelope.userId);
    this.escrowHolds();
  }

  private began(event: EarnSubscribed, renewed: EarnEnded | null, command: AppliedCommand): void {
    const { envelope, outcome } = command;
    const { orderId, offerId, userId, amount, beganMs } = event;
    const { body } = envelope;
    const isAsked =
      event.renewalOf === 0
        ? (body.type === 'subscribeStaking' || body.type === 'subscribeFinance') &&
          outcome.ok &&
          body.offerId === offerId &&
          body.amount === amount
        : renewed?.renewedAs === orderId && renewed.orderId === event.renewalOf && renewed.amount === amount;
    const owner = renewed === null ? envelope.userId : renewed.userId;
    must(isAsked && owner === userId, 'an order is asked for', () => words([body, renewed, event]));
    const due = renewed === null ? envelope.timeMs : renewed.endedMs;
    must(beganMs === due, 'an order begins when it was asked for', () => words([due, event]));
    const terms = this.offers.get(offerId)!;
    const isSame =
      event.assetId === terms.assetId &&
      event.dailyPpm === terms.dailyPpm &&
      event.cycleDays === terms.cycleDays &&
      event.exitPpm === terms.exitPpm;
    must(isSame, 'an order has the terms of its offer', () => words([terms, event]));
    must(this.isOpen(offerId, beganMs), 'an order begins while its offer is open', () =>
      words([terms, event]),
    );
    must(event.interest === interestOf(event, event.cycleDays), 'interest is reckoned day by day', () =>
      words(event),
    );
    const end = beganMs + event.cycleDays * DAY_MS;
    must(event.maturesMs === end, 'an order matures after its cycle', () => words(event));
    this.orders.set(orderId, event);
    let all = 0n;
    let own = 0n;
    for (const order of this.orders.values()) {
      if (order.offerId !== offerId) continue;
      all += order.amount;
      if (order.userId === userId) own += order.amount;
    }
    must(all <= terms.capAmount, 'no offer is oversold', () => words([all, terms]));
    must(own <= terms.userCapAmount, 'no user has more of an offer than its limit', () =>
      words([own, terms]),
    );
    this.part.began?.(event, terms, command);
  }

  private ended(event: EarnEnded, command: AppliedCommand): void {
    const { envelope, outcome } = command;
    const { orderId, how, paidInterest, released, endedMs, renewedAs } = event;
    const order = this.orders.get(orderId);
    must(order !== undefined, 'an order ends once', () => words(event));
    const { body, timeMs, userId } = envelope;
    must(order.autoRenew === event.autoRenew, 'a renewal is what its owner set', () => words([order, event]));
    if (how === 'matured') {
      must(timeMs >= order.maturesMs && endedMs === order.maturesMs, 'nothing matures early', () =>
        words([timeMs, event]),
      );
      must(paidInterest === order.interest && released === 0n, 'a whole cycle pays its whole interest', () =>
        words([order, event]),
      );
      const may = order.autoRenew && this.isOpen(order.offerId, order.maturesMs);
      must(renewedAs === 0 || may, 'a renewal is asked for', () => words([order, event]));
    } else {
      const isExit = body.type === 'redeemStaking' || body.type === 'redeemFinance';
      const isClosed =
        body.type === 'setStakingRenewal' &&
        !body.autoRenew &&
        body.closedMs !== 0 &&
        order.renewalOf !== 0 &&
        order.beganMs >= body.closedMs;
      const isNamed = 'orderId' in body && (body.orderId === orderId || body.orderId === order.renewalOf);
      const isAsked = outcome.ok && (isClosed ? isNamed : isExit && body.orderId === orderId);
      must(isAsked && userId === order.userId, 'an exit is its owner’s', () => words([envelope, event]));
      const days = Math.floor((timeMs - order.beganMs) / DAY_MS);
      // the share of the exact interest, rounded once
      const exact = order.amount * BigInt(order.dailyPpm) * BigInt(days) * BigInt(order.exitPpm);
      must(
        paidInterest === exact / (MILLION * MILLION) && released === order.interest - paidInterest,
        'an exit keeps the published share of whole days',
        () => words([days, order, event]),
      );
    }
    this.part.ended?.(event, order, command);
    this.orders.delete(orderId);
  }

  /** Compares an entry with what the user, the pool and the escrow were to gain. */
  private moved(
    { orderId, userId, assetId, poolFree }: EarnSubscribed | EarnEnded,
    entry: EntryEvent | null,
    [user, pool, escrow]: readonly [bigint, bigint, bigint],
  ): void {
    const moved = entry?.postings.map(({ account, assetId: asset, amount }) => [account, asset, amount]);
    const due = [
      [userId, assetId, user],
      [this.part.pool, assetId, pool],
      [this.part.escrow, assetId, escrow],
    ];
    const sorted = (legs: readonly unknown[][] | undefined) => [...(legs ?? [])].map(words).sort();
    must(
      entry?.orderId === orderId &&
        words(sorted(moved)) === words(sorted(due.filter(([, , amount]) => amount !== 0n))),
      'an order moves what it says',
      () => words([moved, due]),
    );
    must(poolFree === this.free.get(assetId), 'an order states the pool', () => words([orderId, poolFree]));
  }

  /** Checks that what is mature is paid, in the order of the due times but for the sender's own: all of it. */
  private punctual(matured: readonly EarnEnded[], senderId: number): void {
    const others = matured.filter(({ userId }) => userId !== senderId);
    for (const [i, later] of others.entries()) {
      const earlier = others[i - 1];
      must(earlier === undefined || earlier.endedMs <= later.endedMs, 'what is mature is paid in order', () =>
        words([earlier, later]),
      );
    }
    for (const order of this.orders.values()) if (order.userId === senderId) this.isLater(order, this.nowMs);
  }

  private isLater(order: EarnSubscribed, timeMs: number): void {
    must(order.maturesMs > timeMs, 'what is mature is paid at once', () => words([timeMs, order]));
  }

  private escrowHolds(): void {
    const { ledger } = this.exchange;
    for (const assetId of [USDT, BTC]) {
      let owed = 0n;
      for (const order of this.orders.values())
        if (order.assetId === assetId) owed += order.amount + order.interest;
      const held = ledger.total(this.part.escrow, assetId);
      must(held === owed, 'the escrow holds what is open', () => words([assetId, held, owed]));
      const free = ledger.total(this.part.pool, assetId);
      must(free >= 0n, 'the pool promises what it has', () => words([assetId, free]));
    }
  }

  private isOpen(offerId: number, timeMs: number): boolean {
    const { opensMs } = this.offers.get(offerId)!;
    return opensMs <= timeMs && timeMs < (this.closings.get(offerId) ?? Number.POSITIVE_INFINITY);
  }

  scan(view: KernelView): void {
    const { ledger, users } = this.exchange;
    // else a slice has left something over, which the next commands settle
    if (view.nextDueMs > view.timeMs)
      for (const order of this.orders.values()) this.isLater(order, view.timeMs);
    for (const { assetId, free, reserved, principal } of view[this.part.product].pools()) {
      must(free === ledger.total(this.part.pool, assetId), 'the pool is visible', () =>
        words([assetId, free]),
      );
      const held = ledger.total(this.part.escrow, assetId);
      must(reserved + principal === held, 'what is set aside is visible', () =>
        words([assetId, reserved, principal, held]),
      );
    }
    for (const userId of users) {
      const seen = view[this.part.product]
        .orders(userId)
        .map(({ orderId, autoRenew }) => [orderId, autoRenew]);
      const known = [...this.orders.values()]
        .filter((order) => order.userId === userId)
        .map(({ orderId, autoRenew }) => [orderId, autoRenew]);
      must(words(seen) === words(known.sort(byId)), 'open orders are visible', () => words([seen, known]));
    }
  }
}

const byId = ([left]: (number | boolean)[], [right]: (number | boolean)[]) => Number(left) - Number(right);

/** Interest of so many days, added up day by day in millionths of a unit. */
function interestOf({ amount, dailyPpm }: Pick<EarnSubscribed, 'amount' | 'dailyPpm'>, days: number): bigint {
  let millionths = 0n;
  for (let day = 0; day < days; day++) millionths += amount * BigInt(dailyPpm);
  return millionths / MILLION;
}

/** Terms with a cap in coins: an order takes up to a third of it, a user two fifths. */
function termsOf(assetId: number, { cap, ...rates }: SimTerms): FixedTerms {
  const units = (share: bigint) => ((cap * COIN * share) / 300n) as Amount;
  return {
    assetId,
    ...rates,
    minAmount: units(1n),
    maxAmount: units(100n),
    userCapAmount: units(120n),
    capAmount: units(300n),
  };
}
