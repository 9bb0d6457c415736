import type { Command, PlaceOrder, QuoteLevel, Side } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { Act, Exchange } from '../product.ts';
import { fund, SPOT, type SpotListing, USDT } from '../world.ts';

const GRID_MS = 250;

/** A resting order. */
export interface Order {
  readonly id: number;
  readonly user: number;
  readonly account: number;
  readonly listing: SpotListing;
  readonly side: Side;
  readonly price: number;
  /** Number that orders it in the book: one that came later has a higher one. */
  readonly place: number;
  /** The part that is left of it. */
  left: number;
  client: string | null;
}

/** The acts of people in spot: the house quotes, users trade, cancel and amend, and symbols are halted for a while. */
export class SpotPeople {
  private readonly exchange: Exchange;
  /** Resting orders by id. */
  private readonly resting: ReadonlyMap<number, Order>;
  /** The state of each symbol that was told of one. */
  private readonly states: ReadonlyMap<number, string>;
  private clients = 0;

  constructor(exchange: Exchange, resting: ReadonlyMap<number, Order>, states: ReadonlyMap<number, string>) {
    this.exchange = exchange;
    this.resting = resting;
    this.states = states;
  }

  act(): Act {
    const { random, users, houses } = this.exchange;
    const roll = random.int(1, 100);
    const userId = random.chance(0.1) ? random.pick(houses) : random.pick(users);
    const listing = random.pick(SPOT);
    if (roll <= 30) return { userId: random.pick(houses), body: this.quotes(listing) };
    if (roll <= 60) return { userId, body: this.limitOrder(listing, userId) };
    if (roll <= 80) return { userId, body: this.marketOrder(listing) };
    if (roll <= 88) return this.cancel(userId);
    if (roll <= 92) return this.amend(userId);
    if (roll <= 93) return { userId, body: { type: 'cancelAll', symbolId: random.pick([null, 1, 2, 3]) } };
    if (roll <= 95) return this.setState();
    if (roll <= 96 && random.chance(0.7)) return { userId: 0, body: feeTable(random.int(1, 50)) };
    if (roll <= 96) {
      const [makerPpm, takerPpm] = random.pick([
        [0, 0],
        [800, 1_000],
        [1, 7],
        [2_500, 99_999],
      ] as const);
      return { userId: 0, body: { type: 'setFees', makerPpm, takerPpm } };
    }
    const amount = BigInt(random.int(1, 5_000_000)) * 1_000n;
    return { userId: 0, body: fund(userId, random.pick([listing.base, listing.quote]), amount) };
  }

  private limitOrder(listing: SpotListing, userId: number): PlaceOrder {
    const { random, market } = this.exchange;
    const mid = market.price(listing.symbolId);
    const away = Math.round((mid * random.int(-4_000, 4_000)) / 1_000_000);
    const far = random.chance(0.03) ? random.int(-mid, mid) : 0;
    return {
      type: 'placeOrder',
      symbolId: listing.symbolId,
      side: random.pick(['buy', 'sell']),
      orderType: 'limit',
      timeInForce: random.pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK']),
      postOnly: random.chance(0.1),
      priceTicks: Math.max(0, mid + away + far) as PriceTicks,
      lots: this.lots(listing),
      quoteAmount: null,
      clientOrderId: random.chance(0.3) ? `c${userId}-${++this.clients % 20}` : null,
    };
  }

  private marketOrder(listing: SpotListing): PlaceOrder {
    const { random, market } = this.exchange;
    const lots = this.lots(listing);
    const amount = BigInt(lots) * BigInt(market.price(listing.symbolId)) * listing.quotePerTickLot;
    const byAmount = random.chance(0.4);
    return {
      type: 'placeOrder',
      symbolId: listing.symbolId,
      side: random.pick(['buy', 'sell']),
      orderType: 'market',
      timeInForce: random.pick(['IOC', 'IOC', 'GTC', 'FOK']),
      postOnly: false,
      priceTicks: null,
      lots: byAmount ? null : lots,
      quoteAmount: byAmount ? ((amount + BigInt(random.int(0, 99))) as Amount) : null,
      clientOrderId: null,
    };
  }

  private lots({ usualLots }: SpotListing): Lots {
    const { random } = this.exchange;
    const scale = random.pick([1, 1, 1, 0.001, 20]);
    return Math.max(random.chance(0.01) ? 0 : 1, Math.round(random.int(1, usualLots) * scale)) as Lots;
  }

  private cancel(userId: number): Act {
    const { random } = this.exchange;
    const orders = [...this.resting.values()];
    const order = orders.length > 0 && random.chance(0.95) ? random.pick(orders) : null;
    const sender = order === null || random.chance(0.05) ? userId : order.user;
    const byClient = order !== null && order.client !== null && random.chance(0.5);
    return {
      userId: sender,
      body: {
        type: 'cancelOrder',
        orderId: byClient ? null : (order?.id ?? random.int(1, 1_000)),
        clientOrderId: byClient ? order.client : null,
      },
    };
  }

  private amend(userId: number): Act {
    const { random } = this.exchange;
    const orders = [...this.resting.values()].filter((order) => order.user >= 1000);
    const order = orders.length > 0 ? random.pick(orders) : null;
    const price = order === null || random.chance(0.5) ? null : order.price + random.int(-50, 50);
    const lots = order === null || random.chance(0.3) ? null : Math.max(1, random.int(0, 2 * order.left));
    return {
      userId: order === null || random.chance(0.05) ? userId : order.user,
      body: {
        type: 'amendOrder',
        symbolId: order?.listing.symbolId ?? 1,
        orderId: order?.id ?? random.int(1, 1_000),
        clientOrderId: null,
        priceTicks: price as PriceTicks | null,
        lots: lots as Lots | null,
        quoteAmount: null,
        triggerTicks: null,
      },
    };
  }

  /** A house quotes some levels on both sides of the market. */
  private quotes(listing: SpotListing): Command {
    const { random, market } = this.exchange;
    const mid = market.price(listing.symbolId);
    const step = Math.max(1, Math.round(mid / 2_000));
    const levels: QuoteLevel[] = [];
    for (const [side, sign] of [
      ['buy', -1],
      ['sell', 1],
    ] as const)
      for (let level = 1; level <= random.int(1, 4); level++)
        levels.push({
          side,
          priceTicks: Math.max(1, mid + sign * level * step + random.int(0, step - 1)) as PriceTicks,
          lots: (random.chance(0.15) ? 0 : random.int(1, listing.usualLots * 4)) as Lots,
        });
    // Old quotes far from the market are taken back.
    for (const order of this.resting.values()) {
      const isOwn = order.user === 1 || order.user === 2;
      if (!isOwn || order.listing !== listing || levels.length >= 30) continue;
      if (levels.some((level) => level.side === order.side && level.priceTicks === order.price)) continue;
      if (Math.abs(order.price - mid) > 6 * step)
        levels.push({ side: order.side, priceTicks: order.price as PriceTicks, lots: 0 as Lots });
    }
    const end = random.chance(0.5)
      ? {}
      : { expiresTickNo: Math.floor(this.exchange.nowMs() / GRID_MS) + random.int(4, 60) };
    return { type: 'massQuote', symbolId: listing.symbolId, ...end, levels };
  }

  private setState(): Act {
    const { random } = this.exchange;
    const closed = [...this.states].find(([, state]) => state !== 'trading');
    const symbolId = closed?.[0] ?? random.pick(SPOT).symbolId;
    const state = closed === undefined ? random.pick(['post-only', 'halted'] as const) : 'trading';
    return { userId: 0, body: { type: 'setSymbolState', symbolId, state, reason: `now ${state}` } };
  }
}

/** Fee tiers by volume in USDT. */
function feeTable(scale: number): Command {
  const tier = (minVolume: bigint, makerPpm: number, takerPpm: number) => ({
    minVolume,
    makerPpm,
    takerPpm,
    perpetualMakerPpm: Math.floor(makerPpm / 5),
    perpetualTakerPpm: Math.floor(takerPpm / 2),
  });
  const unit = 10n ** 8n * BigInt(scale);
  return {
    type: 'setFeeTiers',
    volumeAssetId: USDT,
    tiers: [tier(0n, 1_000, 1_200), tier(unit, 700, 900), tier(50n * unit, 0, 400)],
  };
}
