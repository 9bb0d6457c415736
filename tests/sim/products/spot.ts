import type { AppliedCommand } from '@candor/journal';
import type {
  Command,
  KernelView,
  OrderAcceptedEvent,
  OrderAmendedEvent,
  OrderDoneEvent,
  OrderRestedEvent,
  TradeEvent,
} from '@candor/kernel';
import { walletNumber } from '../audit/ledger.ts';
import { type Act, type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { listSpot, SPOT } from '../world.ts';
import { type Order, SpotPeople } from './spot-people.ts';

interface Rates {
  readonly makerPpm: number;
  readonly takerPpm: number;
}

/** An order that is being filled, before it rests or ends. */
interface Taking {
  /** The wallet that pays, by its ledger account. */
  readonly account: number;
  readonly price: number | null;
  readonly client: string | null;
}

const PPM = 1_000_000n;
const symbolOf = new Map(SPOT.map((listing) => [listing.symbolId, listing]));

/** Spot: limit and market orders, cancels, quotes of the house, fees and symbols that are halted for a while. */
class Spot implements SimProduct {
  readonly weight = 45;
  private readonly exchange: Exchange;
  private readonly people: SpotPeople;
  private readonly bandPpm: number;
  private places = 0;
  /** Resting orders by id. */
  private readonly resting = new Map<number, Order>();
  /** Orders of the command at hand, by id, before they rest or end. */
  private readonly taking = new Map<number, Taking>();
  private readonly states = new Map<number, string>();
  /** The rates in force, and the tier that a user was told of since. */
  private rates: readonly Rates[] = [];
  private readonly tiers = new Map<number, number>();
  /** All trading fees by asset. */
  private readonly fees = new Map<number, bigint>();
  /** Part of them that went to inviters, by asset. */
  private readonly rebated = new Map<number, bigint>();

  constructor(exchange: Exchange) {
    this.exchange = exchange;
    this.people = new SpotPeople(exchange, this.resting, this.states);
    this.bandPpm = exchange.random.pick([0, 100_000, 500_000]);
  }

  listing(): Command[] {
    return [
      ...SPOT.map((listing) => listSpot(listing, this.bandPpm)),
      { type: 'setFees', makerPpm: 800, takerPpm: 1_000 },
    ];
  }

  act(): Act {
    return this.people.act();
  }

  onCommand(command: AppliedCommand): void {
    const { body } = command.envelope;
    if (command.outcome.ok && (body.type === 'setFees' || body.type === 'setFeeTiers')) {
      this.rates = body.type === 'setFees' ? [body] : body.tiers;
      this.tiers.clear();
    }
    for (const event of command.events) {
      if (event.type === 'orderAccepted') this.accepted(event);
      else if (event.type === 'orderRested') this.rested(event);
      else if (event.type === 'trade') this.traded(event);
      else if (event.type === 'orderDone') this.done(event);
      else if (event.type === 'orderAmended') this.amended(event);
      else if (event.type === 'feeTier') this.tiers.set(event.userId, event.tier);
      else if (event.type === 'symbolState') this.states.set(event.symbolId, event.state);
      else if (event.type === 'entry') this.charged(event.postings, event.kind === 'referral-rebate');
    }
    this.taking.clear();
  }

  scan(view: KernelView): void {
    const open = new Map<number, number>();
    for (const userId of [...this.exchange.users, ...this.exchange.houses])
      for (const order of view.spot.openOrders(userId, null))
        open.set(order.orderId, order.lots - order.filledLots);
    for (const [id, order] of this.resting) {
      must(
        open.get(id) === order.left,
        'open orders are those that were told',
        () => `${words(order)}: ${open.get(id)}`,
      );
      open.delete(id);
    }
    must(open.size === 0, 'open orders are those that were told', () => `never told: ${[...open.keys()]}`);
    for (const { symbolId } of SPOT) {
      const { bids, asks } = view.spot.depth(symbolId, 1);
      const crossed =
        bids[0] !== undefined && asks[0] !== undefined && bids[0].priceTicks >= asks[0].priceTicks;
      must(!crossed, 'no book is crossed', () => `${symbolId}: ${words({ bids, asks })}`);
    }
    for (const sum of view.ledgerSums()) {
      const gross = this.fees.get(sum.assetId) ?? 0n;
      const rebated = this.rebated.get(sum.assetId) ?? 0n;
      must(
        sum.safetyFund === gross / 10n && sum.fees + sum.safetyFund === gross - rebated,
        'the safety fund has a tenth of all fees',
        () =>
          `asset ${sum.assetId}: fees ${sum.fees}, fund ${sum.safetyFund}, rebated ${rebated}, of ${gross}`,
      );
    }
  }

  private accepted(event: OrderAcceptedEvent): void {
    must(this.states.get(event.symbolId) !== 'halted', 'a halted symbol takes no order', () => words(event));
    const account = walletNumber(event.userId, event.wallet);
    this.taking.set(event.orderId, { account, price: event.priceTicks, client: event.clientOrderId });
  }

  private amended(event: OrderAmendedEvent): void {
    const order = this.resting.get(event.orderId);
    must(order?.price === event.formerPriceTicks, 'amended orders rest', () => words([event, order]));
    const isOut = order.left === event.removedLots;
    must(isOut !== event.keepsPlace, 'amended orders keep or leave their place', () => words([event, order]));
    this.need(order, -event.removedLots);
    order.left -= event.removedLots;
    if (event.keepsPlace) return;
    this.resting.delete(event.orderId);
    const { account, client } = order;
    this.taking.set(event.orderId, { account, price: event.priceTicks, client });
  }

  private rested(event: OrderRestedEvent): void {
    const { orderId, userId, side, priceTicks, lots } = event;
    const listing = symbolOf.get(event.symbolId)!;
    const { account, client } = this.taking.get(orderId) ?? { account: userId, client: null };
    const order = {
      id: orderId,
      user: userId,
      account,
      listing,
      side,
      price: priceTicks,
      place: ++this.places,
      left: lots,
      client,
    };
    must(!this.resting.has(orderId) && lots > 0, 'orders rest once', () => words(event));
    this.resting.set(orderId, order);
    this.need(order, lots);
  }

  private traded(event: TradeEvent): void {
    const { makerOrderId, lots, priceTicks, takerOrderId } = event;
    const maker = this.resting.get(makerOrderId);
    must(maker !== undefined && maker.left >= lots, 'makers give what they have', () =>
      words([event, maker]),
    );
    must(maker.price === priceTicks, 'trades are at the maker’s price', () => words([event, maker]));
    must(maker.side !== event.takerSide && maker.user === event.makerUserId, 'makers are who they are', () =>
      words(event),
    );
    this.isFirst(maker);
    const limit = this.taking.get(takerOrderId)?.price ?? null;
    const fits = limit === null || (event.takerSide === 'buy' ? priceTicks <= limit : priceTicks >= limit);
    must(fits, 'trades are within the taker’s limit', () => `${words(event)}, limit ${limit}`);
    const { listing } = maker;
    const quote = BigInt(priceTicks) * BigInt(lots) * listing.quotePerTickLot;
    const base = BigInt(lots) * listing.basePerLot;
    must(
      event.quoteAmount === quote,
      'a trade’s amount is price times quantity',
      () => `${words(event)}: ${quote}`,
    );
    const isBuy = event.takerSide === 'buy';
    const takerFee = ceilPpm(isBuy ? base : quote, BigInt(event.takerFeePpm));
    const makerFee = ceilPpm(isBuy ? quote : base, BigInt(event.makerFeePpm));
    must(
      event.takerFee === takerFee && event.makerFee === makerFee,
      'fees are the published formula',
      () => `${words(event)}: taker ${takerFee}, maker ${makerFee}`,
    );
    must(
      this.isRate('makerPpm', event.makerUserId, event.makerFeePpm) &&
        this.isRate('takerPpm', event.takerUserId, event.takerFeePpm),
      'fees are at the published rates',
      () => `${words(event)}: ${words(this.rates)}`,
    );
    this.need(maker, -lots);
    maker.left -= lots;
  }

  /** Nobody is passed over: no order of that side has a better price, or the same and came before. */
  private isFirst(maker: Order): void {
    const sign = maker.side === 'buy' ? 1 : -1;
    for (const other of this.resting.values()) {
      if (other.listing !== maker.listing || other.side !== maker.side || other === maker) continue;
      const better = sign * (other.price - maker.price);
      must(
        better < 0 || (better === 0 && other.place > maker.place),
        'the best price trades first, and at one price the oldest order',
        () => `${words(maker)} before ${words(other)}`,
      );
    }
  }

  private done(event: OrderDoneEvent): void {
    const order = this.resting.get(event.orderId);
    if (order === undefined) return;
    must(event.removedLots === order.left, 'what is left of an order is told', () => words([event, order]));
    must(event.reason !== 'filled' || order.left === 0, 'a filled order has nothing left', () =>
      words([event, order]),
    );
    this.need(order, -order.left);
    this.resting.delete(event.orderId);
  }

  /** A user pays the rate of the tier last told or, before any was, one of the table. */
  private isRate(which: keyof Rates, userId: number, ppm: number): boolean {
    const tier = this.tiers.get(userId);
    return tier === undefined
      ? this.rates.some((rates) => rates[which] === ppm)
      : this.rates[tier]?.[which] === ppm;
  }

  /** Counts the sums that the fees and the safety fund got. */
  private charged(
    postings: readonly { account: number; assetId: number; amount: bigint }[],
    isRebate: boolean,
  ): void {
    for (const { account, assetId, amount } of postings) {
      if (account !== -2 && account !== -3) continue;
      const sums = isRebate ? this.rebated : this.fees;
      sums.set(assetId, (sums.get(assetId) ?? 0n) + (isRebate ? -amount : amount));
    }
  }

  /** A resting order needs its whole value held: quote for a buyer, base for a seller. */
  private need({ listing, side, price, account }: Order, lots: number): void {
    const { ledger } = this.exchange;
    const amount = BigInt(lots);
    if (side === 'buy') ledger.hold(account, listing.quote, amount * BigInt(price) * listing.quotePerTickLot);
    else ledger.hold(account, listing.base, amount * listing.basePerLot);
  }
}

function ceilPpm(amount: bigint, ppm: bigint): bigint {
  return (amount * ppm + PPM - 1n) / PPM;
}

export const spot: ProductModule = {
  name: 'spot',
  create: (exchange) => new Spot(exchange),
  wanted: [
    'placeOrder open',
    'placeOrder filled',
    'placeOrder partially-filled',
    'placeOrder expired',
    'placeOrder INSUFFICIENT_BALANCE',
    'placeOrder SYMBOL_HALTED',
    'cancelOrder cancelled',
    'massQuote ok',
    'setFeeTiers ok',
    'feeTier',
    'orderAmended',
    'trade',
    'done self-trade',
  ],
  plants: [
    {
      name: 'spot-hold-leaks',
      file: 'kernel/products/spot/resting.ts',
      find: 'if (left !== 0) holdFor',
      replace: 'if (left > 1) holdFor',
      breaks: /holds are what is needed/,
    },
    {
      name: 'spot-money-from-nothing',
      file: 'kernel/products/spot/spot-taker.ts',
      find: 'balances.post(sellerQuote, quoteUnits - sellerFee)',
      replace: 'balances.post(sellerQuote, quoteUnits - sellerFee + 1)',
      breaks: /books agree|sum is 0/,
    },
    {
      name: 'spot-better-price-passed-over',
      file: 'kernel/book/ladder.ts',
      find: '(this.isBid ? ticks > this.bestTicks : ticks < this.bestTicks)',
      replace: '(this.isBid ? ticks > this.bestTicks + 99 : ticks < this.bestTicks - 99)',
      breaks: /the best price trades first/,
    },
    {
      name: 'spot-overdraft',
      file: 'kernel/products/spot/place-order.ts',
      find: "if (!this.covers(priceTicks * lots, lots)) return 'INSUFFICIENT_BALANCE'",
      replace: '',
      breaks: /nothing goes below 0|only named accounts go below 0|no more is held than is there/,
    },
    {
      name: 'spot-fee-rounds-down',
      file: 'rules/fees.ts',
      find: 'return mulDivCeilSafe(receivedUnits, feePpm, PPM)',
      replace: 'return Math.floor((receivedUnits * feePpm) / PPM)',
      breaks: /fees are the published formula/,
    },
    {
      name: 'spot-fund-starves',
      file: 'rules/fees.ts',
      find: 'return Math.floor((carried + feeUnits) / SAFETY_FUND_DIVISOR)',
      replace: 'return Math.floor(feeUnits / SAFETY_FUND_DIVISOR)',
      breaks: /the safety fund has a tenth of all fees/,
    },
    {
      name: 'spot-quote-lost-by-snapshot',
      file: 'kernel/products/spot/books-section.ts',
      find: 'writer.count(orders.left(slot));',
      replace: 'writer.count(Math.max(1, orders.left(slot) - 1));',
      breaks: /another state|books agree|open orders|holds are/,
    },
  ],
};
