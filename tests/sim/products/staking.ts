import type { AppliedCommand } from '@candor/journal';
import type {
  Command,
  EntryEvent,
  KernelView,
  StakingEndedEvent,
  StakingOfferedEvent,
  StakingSubscribedEvent,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import { type Act, type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { BTC, USDT } from '../world.ts';
import { stakingPlants } from './staking-plants.ts';

const POOL = -21;
const ESCROW = -22;
const COIN = 100_000_000n;
const DAY_MS = 86_400_000;
const MILLION = 1_000_000n;
/** Orders that one command settles at most beside its sender's. */
const SLICE = 500;
const REASON = 'What the pool can bear';

/** Staking: every interest is reckoned again day by day, and the escrow always holds what is open. */
class Staking implements SimProduct {
  readonly weight = 8;
  private readonly exchange: Exchange;
  private readonly offers = new Map<number, StakingOfferedEvent>();
  private readonly closings = new Map<number, number>();
  private readonly orders = new Map<number, StakingSubscribedEvent>();
  private readonly free = new Map<number, bigint>();
  private nowMs = 0;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  listing(): Command[] {
    return [
      fund(USDT, 100n * COIN),
      fund(BTC, COIN),
      offer(USDT, { dailyPpm: 900, cycleDays: 1, cap: 9_000n, exitPpm: 500_000 }),
      offer(USDT, { dailyPpm: 1_300, cycleDays: 12, cap: 9_000n, exitPpm: 250_000 }),
      offer(BTC, { dailyPpm: 333, cycleDays: 5, cap: 6n, exitPpm: 999_999 }),
    ];
  }

  act(): Act | null {
    const { random, users } = this.exchange;
    const open = [...this.orders.values()];
    if (open.length > 0 && random.chance(0.3)) {
      const { orderId, userId } = random.pick(open);
      const sender = random.chance(0.1) ? random.pick(users) : userId;
      if (random.chance(0.5)) return { userId: sender, body: { type: 'redeemStaking', orderId } };
      const autoRenew = random.chance(0.5);
      return { userId: sender, body: { type: 'setStakingRenewal', orderId, autoRenew } };
    }
    if (random.chance(0.06)) return { userId: 0, body: this.operator() };
    if (this.offers.size === 0) return null;
    const userId = random.pick(users);
    const { offerId, minAmount, maxAmount } = random.pick([...this.offers.values()]);
    const amount = random.chance(0.05)
      ? maxAmount + 1n
      : minAmount + ((maxAmount - minAmount) * BigInt(random.int(0, 1_000))) / 1_000n;
    const autoRenew = random.chance(0.3);
    return { userId, body: { type: 'subscribeStaking', offerId, amount: amount as Amount, autoRenew } };
  }

  private operator(): Command {
    const { random } = this.exchange;
    const assetId = random.pick([USDT, BTC]);
    if (random.chance(0.4)) return fund(assetId, BigInt(random.int(1, 300)) * (COIN / 10n));
    if (this.offers.size > 6 || random.chance(0.4)) {
      const offerId = random.pick([...this.offers.keys()]);
      const closesMs = random.chance(0.5) ? 0 : this.nowMs + random.int(1, 2 * DAY_MS);
      return { type: 'closeStakingOffer', offerId, closesMs, reason: REASON };
    }
    const dailyPpm = random.int(1, 3_000);
    const cycleDays = random.int(1, 20);
    const exitPpm = random.int(0, 1_000_000);
    return offer(assetId, { dailyPpm, cycleDays, exitPpm, cap: assetId === BTC ? 4n : 5_000n });
  }

  onCommand(command: AppliedCommand): void {
    const { envelope, outcome, events } = command;
    const { body } = envelope;
    this.nowMs = envelope.timeMs;
    let entry: EntryEvent | null = null;
    let renewed: StakingEndedEvent | null = null;
    const matured: StakingEndedEvent[] = [];
    for (const event of events) {
      if (event.type === 'entry' && event.kind.startsWith('staking-')) {
        entry = event;
        for (const { account, assetId, balance } of event.postings)
          if (account === POOL) this.free.set(assetId, balance);
      } else if (event.type === 'stakingOffered') {
        must(body.type === 'offerStaking' && outcome.ok, 'offers are made', () => words([body, event]));
        this.offers.set(event.offerId, event);
      } else if (event.type === 'stakingOfferClosed') this.closings.set(event.offerId, event.closesMs);
      else if (event.type === 'stakingSubscribed') {
        this.began(event, renewed, command);
        this.moved(event, entry, [-event.amount, -event.interest, event.amount + event.interest]);
        renewed = null;
      } else if (event.type === 'stakingEnded') {
        must(renewed === null, 'a renewal begins', () => words(renewed));
        const { amount, interest, paidInterest, released } = event;
        this.ended(event, command);
        this.moved(event, entry, [amount + paidInterest, released, -(amount + interest)]);
        if (event.how === 'matured') matured.push(event);
        if (event.renewedAs !== 0) renewed = event;
      } else if (event.type === 'stakingRenewalSet') {
        const order = this.orders.get(event.orderId);
        must(order?.userId === envelope.userId, 'only its owner sets a renewal', () => words([body, order]));
        this.orders.set(event.orderId, { ...order, autoRenew: event.autoRenew });
      }
    }
    must(renewed === null, 'a renewal begins', () => words(renewed));
    this.punctual(matured, envelope.userId);
    this.escrowHolds();
  }

  private began(
    event: StakingSubscribedEvent,
    renewed: StakingEndedEvent | null,
    { envelope, outcome }: AppliedCommand,
  ): void {
    const { orderId, offerId, userId, amount, beganMs } = event;
    const { body } = envelope;
    const isAsked =
      event.renewalOf === 0
        ? body.type === 'subscribeStaking' && outcome.ok && body.offerId === offerId && body.amount === amount
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
  }

  private ended(event: StakingEndedEvent, { envelope, outcome }: AppliedCommand): void {
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
      const isAsked = body.type === 'redeemStaking' && body.orderId === orderId && outcome.ok;
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
    this.orders.delete(orderId);
  }

  /** Compares an entry with what the user, the pool and the escrow were to gain. */
  private moved(
    { orderId, userId, assetId, poolFree }: StakingSubscribedEvent | StakingEndedEvent,
    entry: EntryEvent | null,
    [user, pool, escrow]: readonly [bigint, bigint, bigint],
  ): void {
    const moved = entry?.postings.map(({ account, assetId: asset, amount }) => [account, asset, amount]);
    const due = [
      [userId, assetId, user],
      [POOL, assetId, pool],
      [ESCROW, assetId, escrow],
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

  /** Checks that what is mature is paid, in the order of the due times but for the sender's own. */
  private punctual(matured: readonly StakingEndedEvent[], senderId: number): void {
    const others = matured.filter(({ userId }) => userId !== senderId);
    for (const [i, later] of others.entries()) {
      const earlier = others[i - 1];
      must(earlier === undefined || earlier.endedMs <= later.endedMs, 'what is mature is paid in order', () =>
        words([earlier, later]),
      );
    }
    if (matured.length >= SLICE) return;
    for (const order of this.orders.values())
      must(order.maturesMs > this.nowMs, 'what is mature is paid at once', () => words([this.nowMs, order]));
  }

  private escrowHolds(): void {
    const { ledger } = this.exchange;
    for (const assetId of [USDT, BTC]) {
      let owed = 0n;
      for (const order of this.orders.values())
        if (order.assetId === assetId) owed += order.amount + order.interest;
      const held = ledger.total(ESCROW, assetId);
      must(held === owed, 'the escrow holds what is open', () => words([assetId, held, owed]));
      const free = ledger.total(POOL, assetId);
      must(free >= 0n, 'the pool promises what it has', () => words([assetId, free]));
    }
  }

  private isOpen(offerId: number, timeMs: number): boolean {
    const { opensMs } = this.offers.get(offerId)!;
    return opensMs <= timeMs && timeMs < (this.closings.get(offerId) ?? Number.POSITIVE_INFINITY);
  }

  scan(view: KernelView): void {
    const { ledger, users } = this.exchange;
    for (const { assetId, free, reserved, principal } of view.staking.pools()) {
      must(free === ledger.total(POOL, assetId), 'the pool is visible', () => words([assetId, free]));
      const held = ledger.total(ESCROW, assetId);
      must(reserved + principal === held, 'what is set aside is visible', () =>
        words([assetId, reserved, principal, held]),
      );
    }
    for (const userId of users) {
      const seen = view.staking.orders(userId).map(({ orderId, autoRenew }) => [orderId, autoRenew]);
      const known = [...this.orders.values()]
        .filter((order) => order.userId === userId)
        .map(({ orderId, autoRenew }) => [orderId, autoRenew]);
      must(words(seen) === words(known.sort(byId)), 'open orders are visible', () => words([seen, known]));
    }
  }
}

const byId = ([left]: (number | boolean)[], [right]: (number | boolean)[]) => Number(left) - Number(right);

/** Interest of so many days, added up day by day in millionths of a unit. */
function interestOf(
  { amount, dailyPpm }: Pick<StakingSubscribedEvent, 'amount' | 'dailyPpm'>,
  days: number,
): bigint {
  let millionths = 0n;
  for (let day = 0; day < days; day++) millionths += amount * BigInt(dailyPpm);
  return millionths / MILLION;
}

function fund(assetId: number, amount: bigint): Command {
  return { type: 'fundStaking', assetId, amount: amount as Amount, fromUserId: 0, reason: REASON };
}

/** An offer whose cap is in coins: an order takes up to a third of it, a user two fifths. */
function offer(
  assetId: number,
  terms: {
    readonly dailyPpm: number;
    readonly cycleDays: number;
    readonly cap: bigint;
    readonly exitPpm: number;
  },
): Command {
  const { cap, ...rates } = terms;
  const units = (share: bigint) => ((cap * COIN * share) / 300n) as Amount;
  return {
    type: 'offerStaking',
    assetId,
    ...rates,
    minAmount: units(1n),
    maxAmount: units(100n),
    userCapAmount: units(120n),
    capAmount: units(300n),
    opensMs: 0,
    reason: REASON,
  };
}

export const staking: ProductModule = {
  name: 'staking',
  create: (exchange) => new Staking(exchange),
  wanted: [
    'offerStaking ok',
    'closeStakingOffer ok',
    'fundStaking ok',
    'subscribeStaking ok',
    'subscribeStaking STAKING_OFFER_CLOSED',
    'subscribeStaking STAKING_AMOUNT',
    'subscribeStaking STAKING_SOLD_OUT',
    'subscribeStaking STAKING_USER_LIMIT',
    'subscribeStaking STAKING_POOL_EMPTY',
    'redeemStaking ok',
    'redeemStaking STAKING_ORDER_ENDED',
    'setStakingRenewal ok',
    'entry staking-matured',
  ],
  plants: stakingPlants,
};
