import type { AppliedCommand } from '@candor/journal';
import type {
  Command,
  EntryEvent,
  KernelView,
  OtcOrderCreatedEvent,
  OtcOrderEndedEvent,
  OtcOrderMovedEvent,
  PublishOtcOffer,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import { firstOtcTerms, OTC_OPEN_STATES, type OtcTerms } from '@candor/rules';
import { type Act, type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { BTC, USDT } from '../world.ts';
import { OTC_PLANTS } from './otc-plants.ts';
import { transferCommand } from './transfer.ts';

const ESCROW = -30;
const FEES = -31;
const OTC_WALLET = 6 * 2 ** 32;
const COIN = 100_000_000n;
const DOWNTIME_MS = 5_000;
const REASON = 'What was agreed';
const HASH = 'cd'.repeat(32);
/** Minor units of the currency of a dollar, and millionths of it. */
const RATE = 7_100_000n;

/** Terms with clocks of seconds, so that all of them run out. */
const TERMS: OtcTerms = {
  ...firstOtcTerms(USDT, 8),
  minWindowMs: 2_000,
  maxWindowMs: 4_000,
  maxStableWindowMs: 8_000,
  lapseMs: 1_500,
  silenceMs: 6_000,
  answerMs: 2_000,
  decideMs: 5_000,
  holdMs: 9_000,
  faultMemoryMs: 20_000,
  pausesMs: [1_000, 2_000],
  newOrders: 1,
  deposit: 0n,
  depositBackMs: 4_000,
};

/** Every move that people or clocks may make, in the words of the help page. */
const MOVES: Readonly<Record<string, string>> = {
  'created paid': 'buyer',
  'created released': 'seller',
  'created cancelled': 'buyer',
  'created lapsed': 'clock',
  'lapsed appealed': 'buyer',
  'lapsed released': 'seller',
  'lapsed expired': 'clock',
  'paid released': 'seller',
  'paid cancelled': 'buyer',
  'paid appealed': 'buyer seller clock',
  'appealed released': 'seller',
  'appealed cancelled': 'buyer',
  'appealed resolved': 'operators',
};

interface Order {
  readonly told: OtcOrderCreatedEvent;
  state: string;
  /** Time of the start of its state, without downtime. */
  upMs: number;
  answered: readonly string[];
}

interface Offer {
  readonly offerId: number;
  readonly userId: number;
  readonly side: 'buy' | 'sell';
  readonly assetId: number;
  version: number;
}

/** OTC: everybody does everything to every order, and the escrow is what open orders hold. */
class Otc implements SimProduct {
  readonly weight = 14;
  private readonly exchange: Exchange;
  private readonly orders = new Map<number, Order>();
  private readonly offers = new Map<number, Offer>();
  private readonly ended = new Set<number>();
  private nowMs = 0;
  private downMs = 0;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  listing(): Command[] {
    const { users } = this.exchange;
    const method = (name: string, appealAfterMs: number): Command => {
      const given = { method: name, appealAfterMs, isOpen: true, reason: REASON };
      return { type: 'setOtcMethod', ...given };
    };
    return [
      { type: 'setOtcTerms', terms: TERMS, effectiveMs: 0, reason: REASON },
      { type: 'setOtcCurrency', currency: 'CNY', scale: 2, rate: RATE, reason: REASON },
      method('instant', 1_000),
      method('bank', 4_000),
      ...users.map((accountUserId): Command => {
        const person = accountUserId.toString(16).padStart(64, '0');
        return { type: 'setOtcTrader', accountUserId, isAdmitted: true, person, reason: REASON };
      }),
      ...this.merchants().map(
        (userId): Command => ({
          type: 'admitOtcMerchant',
          accountUserId: userId,
          reason: REASON,
        }),
      ),
    ];
  }

  /** Two who have money. */
  private merchants(): readonly number[] {
    const { users } = this.exchange;
    return [users[0]!, users[2]!];
  }

  act(): Act {
    const { random, users } = this.exchange;
    if (random.chance(0.12)) return this.prepare();
    const open = [...this.orders.values()];
    if (this.offers.size < 6 && random.chance(0.4))
      return { userId: random.pick(this.merchants()), body: this.publish() };
    if (open.length > 0 && random.chance(0.65)) return this.actOn(random.pick(open));
    const offers = [...this.offers.values()];
    if (offers.length === 0) return { userId: random.pick(this.merchants()), body: this.publish() };
    const offer = random.pick(offers);
    if (random.chance(0.04))
      return { userId: offer.userId, body: { type: 'closeOtcOffer', offerId: offer.offerId } };
    return { userId: random.pick(users), body: this.take(offer) };
  }

  /** Coins come and go, rates change, merchants leave and return. */
  private prepare(): Act {
    const { random, users, ledger } = this.exchange;
    const userId = random.pick(this.merchants());
    if (random.chance(0.15)) {
      const rate = (RATE * BigInt(random.int(900, 1_100))) / 1_000n;
      return { userId: 0, body: { type: 'setOtcCurrency', currency: 'CNY', scale: 2, rate, reason: REASON } };
    }
    if (random.chance(0.1)) return { userId, body: { type: 'leaveOtcMerchant' } };
    if (random.chance(0.3))
      return { userId: 0, body: { type: 'admitOtcMerchant', accountUserId: userId, reason: REASON } };
    if (random.chance(0.05)) {
      const accountUserId = random.pick(users);
      const person = accountUserId.toString(16).padStart(64, '0');
      const isAdmitted = random.chance(0.7);
      return { userId: 0, body: { type: 'setOtcTrader', accountUserId, isAdmitted, person, reason: REASON } };
    }
    const assetId = random.pick([BTC, USDT]);
    const isBack = random.chance(0.2);
    const from = isBack ? OTC_WALLET + userId : userId;
    const amount = (ledger.available(from, assetId) * BigInt(random.int(50, 400))) / 1_000n;
    const [source, target] = isBack ? (['otc', 'spot'] as const) : (['spot', 'otc'] as const);
    return { userId, body: transferCommand(source, target, assetId, amount) };
  }

  private publish(): PublishOtcOffer {
    const { random } = this.exchange;
    const assetId = random.pick([BTC, USDT, USDT]);
    const coins = assetId === USDT ? COIN * 100n : COIN / 1_000n;
    const rate = (RATE * BigInt(random.int(950, 1_060))) / 1_000n;
    const fixed = { kind: 'fixed', price: rate } as const;
    const floating = { kind: 'floating', rate, floor: 1_000_000n, cap: 900_000_000_000n } as const;
    return {
      type: 'publishOtcOffer',
      side: random.pick(['sell', 'sell', 'buy']),
      assetId,
      currency: 'CNY',
      pricing: assetId === USDT && random.chance(0.6) ? fixed : floating,
      amount: (coins * 3n) as Amount,
      minAmount: (coins / 10n) as Amount,
      maxAmount: (coins * 2n) as Amount,
      windowMs: random.pick([2_000, 3_000, 4_000]),
      methods: random.pick([['instant'], ['bank', 'instant']]),
      termsHash: HASH,
      minReleased: random.chance(0.1) ? 1 : 0,
    };
  }

  private take({ offerId, version, assetId, side }: Offer): Command {
    const { random } = this.exchange;
    const coins = assetId === USDT ? COIN * 10n : COIN / 10_000n;
    const amount = (coins * BigInt(random.int(5, 160))) / 10n;
    const around = assetId === USDT ? RATE : RATE * 60_000n;
    const generous = side === 'sell' ? random.int(900, 1_150) : random.int(850, 1_080);
    const seenPrice = (around * BigInt(generous)) / 1_000n;
    const method = random.pick(['instant', 'instant', 'bank']);
    return { type: 'takeOtcOffer', offerId, version, seenPrice, amount: amount as Amount, method };
  }

  /** Somebody does something to an order: most often a side of it, now and then by what it was before. */
  private actOn({ told, state }: Order): Act {
    const { random, users } = this.exchange;
    const { orderId, buyerId, sellerId, amount } = told;
    const userId = random.pick([buyerId, sellerId, buyerId, sellerId, buyerId, random.pick(users)]);
    const seen = (random.chance(0.9) ? state : random.pick(OTC_OPEN_STATES)) as 'created';
    const act = { orderId, seen };
    if (state === 'appealed' && random.chance(0.4)) {
      const winner = random.pick(['buyer', 'seller'] as const);
      const operators = random.chance(0.9) ? ['olga', 'otto'] : ['olga'];
      const decided = { winner, fault: random.pick(['buyer', 'seller', 'nobody'] as const), operators };
      return { userId: 0, body: { type: 'resolveOtcAppeal', ...act, ...decided, reason: 'proof' } };
    }
    const bodies: readonly Command[] = [
      { type: 'payOtcOrder', ...act },
      { type: 'payOtcOrder', ...act },
      { type: 'releaseOtcOrder', ...act, amount, arrived: true, whole: true, sameName: random.chance(0.9) },
      { type: 'cancelOtcOrder', ...act },
      { type: 'cancelOtcOrder', ...act },
      { type: 'askOtcCancel', ...act, why: random.pick(['unable', 'other-name'] as const) },
      { type: 'appealOtcOrder', ...act, reason: 'paid', evidence: HASH },
      { type: 'stateOtcAppeal', ...act, evidence: HASH },
    ];
    return { userId, body: random.pick(bodies) };
  }

  onCommand({ envelope, events }: AppliedCommand): void {
    const before = this.nowMs;
    this.nowMs = envelope.timeMs;
    if (before > 0 && this.nowMs - before > DOWNTIME_MS) this.downMs += this.nowMs - before;
    let moved: EntryEvent[] = [];
    for (const event of events) {
      if (event.type === 'entry' && event.kind.startsWith('otc-')) moved.push(event);
      else if (event.type === 'otcOfferSet') this.offers.set(event.offerId, event);
      else if (event.type === 'otcOfferClosed') this.offers.delete(event.offerId);
      else if (event.type === 'otcAppealStated') {
        const order = this.orders.get(event.orderId)!;
        order.answered = [...order.answered, event.side];
      } else if (event.type === 'otcOrderCreated') {
        this.created(event, moved, envelope.userId);
        moved = [];
      } else if (event.type === 'otcOrderMoved') this.move(event, envelope.userId);
      else if (event.type === 'otcOrderEnded') {
        this.end(event, moved, envelope.userId);
        moved = [];
      }
    }
    must(moved.length === 0, 'coins in escrow move with their order', () => words(events));
  }

  private created(event: OtcOrderCreatedEvent, moved: readonly EntryEvent[], sender: number): void {
    const { orderId, amount, fee, buyerId, sellerId, makerId, price, seenPrice, total } = event;
    must(
      buyerId !== sellerId && [buyerId, sellerId].includes(sender) && sender !== makerId,
      'a taker takes',
      () => words(event),
    );
    const isSell = makerId === sellerId;
    must(isSell ? price <= seenPrice : price >= seenPrice, 'no worse a price than was seen', () =>
      words(event),
    );
    // minor units of a hundredth: amount × price / (10^8 × 10^4), rounded up
    const exact = amount * price;
    must(
      total * 10n ** 12n >= exact && (total - 1n) * 10n ** 12n < exact,
      'a sum is amount times price',
      () => words(event),
    );
    for (const other of this.orders.values()) {
      const isPair =
        [other.told.buyerId, other.told.sellerId].sort().join() === [buyerId, sellerId].sort().join();
      const isUnpaid = other.state === 'created' || other.state === 'lapsed';
      must(!(isPair && isUnpaid), 'a pair has one unpaid order', () => words([event, other]));
    }
    const held = isSell ? amount + fee : amount;
    const isHeld = moved.length === 1 && isMove(moved[0]!, this.wallet(event, sellerId), ESCROW, held);
    must(isHeld, 'a seller’s coins go to escrow', () => words([event, moved]));
    this.orders.set(orderId, { told: event, state: 'created', upMs: this.nowMs - this.downMs, answered: [] });
  }

  private move(event: OtcOrderMovedEvent, sender: number): void {
    const order = this.orderOf(event, event.to, sender);
    order.state = event.to;
    order.upMs = event.atMs - event.downtimeMs;
    order.answered = event.to === 'appealed' ? [event.by] : [];
  }

  private end(event: OtcOrderEndedEvent, moved: readonly EntryEvent[], sender: number): void {
    const { orderId, end, winner, assetId } = event;
    must(!this.ended.has(orderId), 'an order ends once', () => words(event));
    const { told, answered, upMs } = this.orderOf(event, end, sender);
    if (end === 'resolved') {
      const isHeard = ['buyer', 'seller'].every((side) => answered.includes(side));
      const isOver = this.nowMs - this.downMs >= upMs + told.clocks.answerMs;
      must(isHeard || isOver, 'both sides are heard before a decision', () => words(event));
      must(new Set(event.operators).size === 2, 'two decide', () => words(event));
    } else if (event.by === 'clock') must(winner === 'seller', 'silence pays nobody out', () => words(event));
    else
      must(winner === (end === 'released' ? 'buyer' : 'seller'), 'an end pays its own side', () =>
        words(event),
      );
    this.orders.delete(orderId);
    this.ended.add(orderId);
    const { amount, fee, buyerId, sellerId, makerId } = told;
    const [first, second] = moved;
    const holds = (holder: boolean) =>
      must(holder, 'escrow goes to one of its two sides', () => words([event, moved]));
    holds(
      moved.every(
        (entry) => entry.orderId === orderId && entry.postings.every((each) => each.assetId === assetId),
      ),
    );
    const isSell = makerId === sellerId;
    if (winner === 'seller') {
      const held = isSell ? amount + fee : amount;
      holds(moved.length === 1 && isMove(first!, ESCROW, this.wallet(told, sellerId), held));
      return;
    }
    const buyer = this.wallet(told, buyerId);
    holds(first !== undefined && isMove(first, ESCROW, buyer, amount));
    holds(moved.length === (fee === 0n ? 1 : 2));
    if (second !== undefined) holds(isMove(second, isSell ? ESCROW : buyer, FEES, fee));
  }

  /** The order of an event, after it was judged who moved it and when. */
  private orderOf(event: OtcOrderMovedEvent | OtcOrderEndedEvent, to: string, sender: number): Order {
    const { orderId, from, by, atMs, downtimeMs } = event;
    const order = this.orders.get(orderId);
    must(order !== undefined && order.state === from, 'an order moves on', () => words([event, order]));
    const { told, state, upMs } = order;
    must(MOVES[`${state} ${to}`]?.includes(by) === true, 'an order moves by its table', () => words(event));
    if (by === 'buyer') must(sender === told.buyerId, 'a side moves its own order', () => words(event));
    if (by === 'seller') must(sender === told.sellerId, 'a side moves its own order', () => words(event));
    if (by === 'operators') must(sender === 0, 'operators decide', () => words(event));
    const { windowMs, lapseMs, silenceMs } = told.clocks;
    const lengths: Readonly<Record<string, number>> = { created: windowMs, lapsed: lapseMs, paid: silenceMs };
    const dueMs = upMs + (lengths[state] ?? Number.POSITIVE_INFINITY);
    const isAtTime = by !== 'clock' || (atMs - downtimeMs === dueMs && dueMs <= this.nowMs - this.downMs);
    must(isAtTime && downtimeMs === this.downMs, 'clocks run out at their time', () => words([event, order]));
    must(by === 'clock' || this.nowMs - this.downMs < dueMs, 'clocks run out at their time', () =>
      words([event, order, this.nowMs, this.downMs]),
    );
    return order;
  }

  private wallet({ makerId }: OtcOrderCreatedEvent, userId: number): number {
    return userId === makerId ? OTC_WALLET + userId : userId;
  }

  scan(view: KernelView): void {
    const { ledger } = this.exchange;
    for (const assetId of [BTC, USDT]) {
      let held = 0n;
      for (const { told } of this.orders.values())
        if (told.assetId === assetId) held += told.amount + (told.makerId === told.sellerId ? told.fee : 0n);
      must(held === ledger.total(ESCROW, assetId), 'the escrow is what open orders hold', () =>
        words([assetId, held]),
      );
    }
    for (const { told, state, upMs } of this.orders.values()) {
      const seen = view.otc.order(told.orderId);
      must(seen !== null && seen.state === state, 'open orders are shown', () => words([told, seen]));
      if (state === 'appealed') {
        const answerMs = upMs + told.clocks.answerMs + this.downMs;
        must(seen.appeal?.answerDueMs === answerMs, 'clocks are shown', () => words([seen, answerMs]));
        continue;
      }
      const { windowMs, lapseMs, silenceMs } = told.clocks;
      const length = { created: windowMs, lapsed: lapseMs, paid: silenceMs }[state] ?? 0;
      must(seen.dueMs === upMs + length + this.downMs, 'clocks are shown', () => words([seen, upMs, length]));
    }
  }
}

/** True if an entry moves this much from one account to another, and nothing else. */
function isMove({ postings }: EntryEvent, from: number, to: number, amount: bigint): boolean {
  const of = (account: number) => postings.find((each) => each.account === account)?.amount;
  return postings.length === 2 && of(from) === -amount && of(to) === amount;
}

export const otc: ProductModule = {
  name: 'otc',
  create: (exchange) => new Otc(exchange),
  wanted: [
    'takeOtcOffer ok',
    'takeOtcOffer OTC_PRICE_MOVED',
    'takeOtcOffer OTC_PAIR_UNPAID',
    'payOtcOrder ok',
    'payOtcOrder OTC_WRONG_SIDE',
    'releaseOtcOrder ok',
    'releaseOtcOrder OTC_RELEASE_UNSURE',
    'cancelOtcOrder ok',
    'cancelOtcOrder OTC_STATE_CHANGED',
    'resolveOtcAppeal ok',
    'entry otc-escrowed',
    'entry otc-released',
    'entry otc-returned',
    'entry otc-fee',
  ],
  plants: OTC_PLANTS,
};
