import type { AppliedCommand } from '@candor/journal';
import type {
  Command,
  KernelView,
  OrderRestedEvent,
  Side,
  TriggerFiredEvent,
  TriggerPlacedEvent,
} from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { type Act, type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { SPOT, type SpotListing } from '../world.ts';
import { checkSales } from './kept-exits.ts';
import { isLate } from './time.ts';

const PPM = 1_000_000;
const DOWNTIME_MS = 5_000;
const symbolOf = new Map(SPOT.map((listing) => [listing.symbolId, listing]));

/** An order that waits for a price. */
interface Waiting {
  readonly id: number;
  readonly user: number;
  readonly listing: SpotListing;
  readonly side: Side;
  readonly kind: 'stop' | 'take-profit' | 'trailing-stop';
  readonly source: 'last' | 'index';
  trigger: number | null;
  lots: number | null;
  readonly twin: number | null;
  /** The amount that it may cost, in quote when it buys, in base when it sells, and the part held for it alone. */
  needs: bigint;
  held: bigint;
  /** It fired, could not sell all, and is tried again while its price is there. */
  retrying: boolean;
}

/**
 * Orders that wait for a price: stops, take-profits, trailing stops and OCO. None fires before its price was there, and
 * none waits on when it was.
 */
class WaitingOrders implements SimProduct {
  readonly weight = 8;
  private readonly exchange: Exchange;
  private readonly orders = new Map<number, Waiting>();
  /** Waiting order by its resting twin, and what the twin rests for. */
  private readonly byTwin = new Map<number, number>();
  private readonly rested = new Map<number, OrderRestedEvent>();
  private readonly index = new Map<number, number | null>();
  private readonly states = new Map<number, string>();
  private timeMs = 0;
  private resumedMs = 0;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  listing(): never[] {
    return [];
  }

  act(): Act {
    const { random, users } = this.exchange;
    const userId = random.pick(users);
    const open = [...this.orders.values()];
    const roll = random.int(1, 100);
    if (roll <= 15 && open.length > 0) {
      const order = random.pick(open);
      return { userId: order.user, body: { type: 'cancelOrder', orderId: order.id, clientOrderId: null } };
    }
    if (roll <= 25 && open.length > 0) return this.amend(random.pick(open));
    return { userId, body: roll <= 55 ? this.oco() : this.place() };
  }

  onCommand(command: AppliedCommand): void {
    this.rested.clear();
    const fired: number[] = [];
    const sales = new Map<number, number>();
    for (const event of command.events) {
      if (event.type === 'orderRested') this.rested.set(event.orderId, event);
      else if (event.type === 'index') this.index.set(event.symbolId, event.priceTicks);
      else if (event.type === 'symbolState') this.states.set(event.symbolId, event.state);
      else if (event.type === 'triggerPlaced') this.placed(event);
      else if (event.type === 'triggerFired') {
        const { side, lots } = this.fired(event);
        if (side === 'sell') sales.set(event.orderId, lots!);
        fired.push(event.orderId);
      } else if (event.type === 'triggerDone') {
        // One that fired and is refused then is over already.
        if (!fired.includes(event.orderId)) this.drop(event.orderId, words(event));
      } else if (event.type === 'triggerAmended') this.amended(event);
      else if (event.type === 'triggerArmed') this.orders.get(event.orderId)!.retrying = false;
    }
    checkSales(sales, command.events);
    const { timeMs, body } = command.envelope;
    if (timeMs - this.timeMs > DOWNTIME_MS) this.resumedMs = timeMs;
    this.timeMs = timeMs;
    // Prices that a downtime left behind fire nothing.
    const isFresh = body.type === 'indexTick' && command.outcome.ok && !isLate(body, timeMs);
    if (isFresh && timeMs > this.resumedMs) this.noneWaits();
    for (const event of command.events) {
      const ended =
        event.type === 'orderDone' ? event.orderId : event.type === 'trade' ? event.makerOrderId : 0;
      const twin = this.byTwin.get(ended);
      must(twin === undefined, 'one cancels the other', () => `${words(event)} left ${twin} waiting`);
    }
  }

  scan(view: KernelView): void {
    const seen = new Map(
      this.exchange.users
        .flatMap((userId) => view.spot.waitingOrders(userId, null))
        .map((each) => [each.orderId, each]),
    );
    for (const [id, order] of this.orders) {
      const found = seen.get(id);
      must(
        found !== undefined && found.held === order.held && found.userId === order.user,
        'waiting orders are those that were told',
        () => `${words(order)}: ${words(found)}`,
      );
      seen.delete(id);
    }
    must(seen.size === 0, 'waiting orders are those that were told', () => `never told: ${words([...seen])}`);
  }

  private placed(event: TriggerPlacedEvent): void {
    const { orderId, userId, symbolId, side, kind, source, twinOrderId } = event;
    const listing = symbolOf.get(symbolId)!;
    const order: Waiting = {
      id: orderId,
      user: userId,
      listing,
      side,
      kind,
      source,
      trigger: event.triggerTicks,
      lots: event.lots,
      twin: twinOrderId,
      needs: needOf(listing, side, event),
      held: 0n,
      retrying: event.keptFrom !== null,
    };
    const resting = twinOrderId === null ? null : this.rested.get(twinOrderId);
    must(
      twinOrderId === null || resting !== undefined,
      'one cancels the other',
      () => `${words(event)} has no twin`,
    );
    // The two legs hold the larger of what either may need.
    const twinHolds = resting ? worth(listing, resting.side, resting.priceTicks, resting.lots) : 0n;
    order.held = order.needs > twinHolds ? order.needs - twinHolds : 0n;
    this.hold(order, order.held);
    this.orders.set(orderId, order);
    if (twinOrderId !== null) this.byTwin.set(twinOrderId, orderId);
  }

  private amended(
    event: Parameters<typeof needOf>[2] & { orderId: number; triggerTicks: number | null },
  ): void {
    const order = this.orders.get(event.orderId);
    must(order !== undefined, 'waiting orders are those that were told', () => words(event));
    const needs = needOf(order.listing, order.side, event);
    this.hold(order, needs - order.held);
    order.needs = needs;
    order.held = needs;
    order.trigger = event.triggerTicks;
    order.lots = event.lots;
    order.retrying = false;
  }

  private fired(event: TriggerFiredEvent): Waiting {
    const order = this.orders.get(event.orderId);
    must(order !== undefined, 'a trigger fires once', () => words(event));
    const { trigger, source } = order;
    const threshold = trigger ?? event.thresholdTicks;
    must(threshold === event.thresholdTicks, 'a trigger fires at its price', () => words([event, order]));
    must(isCrossed(order, threshold, event.priceTicks), 'a trigger fires at its price', () =>
      words([event, order]),
    );
    must(
      (source === 'index') === event.tickNo > 0 &&
        (source !== 'index' || this.index.get(event.symbolId) === event.priceTicks),
      'a trigger fires by its own source',
      () => `${words([event, order])}: the index is ${this.index.get(event.symbolId)}`,
    );
    this.drop(event.orderId, words(event));
    return order;
  }

  /** After an index tick nobody waits whose price is there. */
  private noneWaits(): void {
    for (const order of this.orders.values()) {
      if (order.source !== 'index' || order.trigger === null || order.retrying) continue;
      if ((this.states.get(order.listing.symbolId) ?? 'trading') !== 'trading') continue;
      const now = this.index.get(order.listing.symbolId) ?? null;
      if (now === null) continue;
      must(
        !isCrossed(order, order.trigger, now),
        'no trigger is left out',
        () => `${words(order)} at ${now}`,
      );
    }
  }

  private drop(orderId: number, told: string): void {
    const order = this.orders.get(orderId);
    must(order !== undefined, 'waiting orders are those that were told', () => told);
    this.hold(order, -order.held);
    this.orders.delete(orderId);
    if (order.twin !== null) this.byTwin.delete(order.twin);
  }

  private hold({ user, side, listing }: Waiting, amount: bigint): void {
    this.exchange.ledger.hold(user, side === 'buy' ? listing.quote : listing.base, amount);
  }

  private place(): Command {
    const { random, market } = this.exchange;
    const listing = random.pick(SPOT);
    const mid = market.price(listing.symbolId);
    const side = random.pick(['buy', 'sell'] as const);
    const kind = random.pick(['stop', 'take-profit', 'trailing-stop'] as const);
    const isTrailing = kind === 'trailing-stop';
    const against = (side === 'buy') === (kind === 'stop') ? 1 : -1;
    const trigger = mid + against * Math.round((mid * random.int(-200, 8_000)) / PPM);
    const isLimit = random.chance(0.5);
    const lots = random.int(1, listing.usualLots);
    const byPpm = random.chance(0.5);
    return {
      type: 'placeTrigger',
      symbolId: listing.symbolId,
      side,
      kind,
      source: random.pick(['last', 'index']),
      triggerTicks: (isTrailing ? null : Math.max(1, trigger)) as PriceTicks | null,
      callbackPpm: isTrailing && byPpm ? random.int(100, 5_000) : null,
      callbackTicks: (isTrailing && !byPpm ? Math.max(1, Math.round(mid / 500)) : null) as PriceTicks | null,
      activationTicks: null,
      orderType: isLimit ? 'limit' : 'market',
      timeInForce: isLimit ? random.pick(['GTC', 'IOC']) : 'IOC',
      postOnly: false,
      priceTicks: (isLimit ? Math.max(1, trigger) : null) as PriceTicks | null,
      lots: (isLimit || side === 'sell' ? lots : null) as Lots | null,
      quoteAmount: (isLimit || side === 'sell' ? null : amountOf(listing, mid, lots)) as Amount | null,
      clientOrderId: null,
    };
  }

  private oco(): Command {
    const { random, market } = this.exchange;
    const listing = random.pick(SPOT);
    const mid = market.price(listing.symbolId);
    const side = random.pick(['buy', 'sell'] as const);
    const sign = side === 'buy' ? -1 : 1;
    const away = () => Math.max(1, Math.round((mid * random.int(100, 6_000)) / PPM));
    const lots = random.int(1, listing.usualLots);
    const trigger = Math.max(1, mid - sign * away());
    const byLimit = random.chance(0.5);
    return {
      type: 'placeOco',
      symbolId: listing.symbolId,
      side,
      priceTicks: Math.max(1, mid + sign * away()) as PriceTicks,
      lots: lots as Lots,
      clientOrderId: null,
      source: random.pick(['last', 'index']),
      triggerTicks: trigger as PriceTicks,
      stopPriceTicks: (byLimit ? trigger : null) as PriceTicks | null,
      stopQuoteAmount: (!byLimit && side === 'buy'
        ? amountOf(listing, trigger, lots)
        : null) as Amount | null,
      stopClientOrderId: null,
    };
  }

  private amend(order: Waiting): Act {
    const { random } = this.exchange;
    const trigger = order.trigger === null ? null : Math.max(1, order.trigger + random.int(-100, 100));
    return {
      userId: order.user,
      body: {
        type: 'amendOrder',
        symbolId: order.listing.symbolId,
        orderId: order.id,
        clientOrderId: null,
        priceTicks: null,
        lots: null,
        quoteAmount: null,
        triggerTicks: trigger as PriceTicks | null,
      },
    };
  }
}

function isCrossed({ side, kind }: Waiting, threshold: number, price: number): boolean {
  const rises = (side === 'buy') === (kind !== 'take-profit');
  return rises ? price >= threshold : price <= threshold;
}

/** Returns the amount that an order of these terms may need: quote for a buyer, base for a seller. */
function needOf(
  listing: SpotListing,
  side: Side,
  {
    priceTicks,
    lots,
    quoteAmount,
  }: { priceTicks: number | null; lots: number | null; quoteAmount: bigint | null },
): bigint {
  return quoteAmount ?? worth(listing, side, priceTicks ?? 0, lots!);
}

function worth(listing: SpotListing, side: Side, price: number, lots: number): bigint {
  if (side === 'buy') return BigInt(price) * BigInt(lots) * listing.quotePerTickLot;
  return BigInt(lots) * listing.basePerLot;
}

function amountOf(listing: SpotListing, price: number, lots: number): bigint {
  return BigInt(price) * BigInt(lots) * listing.quotePerTickLot;
}

export const waiting: ProductModule = {
  name: 'waiting',
  create: (exchange) => new WaitingOrders(exchange),
  wanted: ['placeTrigger ok', 'placeOco open', 'triggerFired', 'triggerDone', 'triggerAmended'],
  plants: [
    {
      name: 'waiting-fires-early',
      file: 'kernel/products/spot/waiting-orders.ts',
      find: "const direction = terms.kind === 'stop' ? against : along;",
      replace: "const direction = terms.kind === 'stop' ? along : against;",
      breaks: /a trigger fires at its price|no trigger is left out/,
    },
    {
      name: 'waiting-guard-lost',
      file: 'kernel/products/spot/trigger-desk.ts',
      find: 'if (!this.covers(waiting.symbol, waiting.account, waiting.isBuy, held)) return;',
      replace: 'return;',
      breaks: /an exit guards what it did not close/,
    },
    {
      name: 'waiting-twin-stays',
      file: 'kernel/products/spot/trigger-desk.ts',
      find: 'if (widow === undefined) continue;',
      replace: 'if (widow === undefined || widow.held > 0) continue;',
      breaks: /one cancels the other/,
    },
    {
      name: 'waiting-hold-stays',
      file: 'kernel/products/spot/waiting.ts',
      find: 'holdWaiting(state, waiting, -waiting.held);',
      replace: 'holdWaiting(state, waiting, Math.min(0, 1 - waiting.held));',
      breaks: /holds are what is needed/,
    },
  ],
};
