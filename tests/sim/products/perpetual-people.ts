import type { Command, KernelEvent, PerpetualPositionEvent, QuoteLevel } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { MaintenanceTier } from '@candor/rules';
import { walletNumber } from '../audit/ledger.ts';
import type { Act, Exchange } from '../product.ts';
import { USDT } from '../world.ts';
import { transferCommand } from './transfer.ts';

const COIN = 100_000_000n;

export interface PerpetualListing {
  readonly symbolId: number;
  readonly name: string;
  readonly indexSymbolId: number;
  readonly lotDecimal: string;
  /** Base units of one lot at one tick. */
  readonly units: bigint;
  readonly usualLots: number;
}

export const PERPETUALS: readonly PerpetualListing[] = [
  {
    symbolId: 101,
    name: 'BTCUSDT-PERP',
    indexSymbolId: 1,
    lotDecimal: '0.0001',
    units: 100n,
    usualLots: 3_000,
  },
  {
    symbolId: 102,
    name: 'ETHUSDT-PERP',
    indexSymbolId: 2,
    lotDecimal: '0.001',
    units: 1_000n,
    usualLots: 6_000,
  },
];

const tier = (coins: bigint, mmrPpm: number, maxLeverage: number) => ({
  floorNotional: (coins * COIN) as Amount,
  mmrPpm,
  maxLeverage,
});
export const TIERS = [
  tier(0n, 5_000, 100),
  tier(20_000n, 10_000, 50),
  tier(100_000n, 25_000, 20),
] as const satisfies readonly MaintenanceTier[];

/** The acts of people with perpetuals: the house quotes, users bet on margin, far too much of it now and then. */
export class PerpetualPeople {
  private readonly exchange: Exchange;
  private readonly positions: ReadonlyMap<number, PerpetualPositionEvent>;
  private readonly orders = new Map<
    number,
    {
      readonly user: number;
      readonly symbolId: number;
      readonly price: number;
      readonly side: 'buy' | 'sell';
      readonly house: boolean;
    }
  >();
  /** The same at each start. */
  fundingIntervalMs = 0;
  private readonly exits = new Map<number, number>();
  private readonly hedging = new Set<number>();
  /** Users and symbols that have met. */
  private readonly met = new Set<string>();

  constructor(exchange: Exchange, positions: ReadonlyMap<number, PerpetualPositionEvent>) {
    this.exchange = exchange;
    this.positions = positions;
  }

  listing(): Command[] {
    const { random, isLong } = this.exchange;
    this.fundingIntervalMs ||= isLong ? random.pick([60_000, 28_800_000]) : random.pick([5_000, 20_000]);
    const { fundingIntervalMs } = this;
    // Sometimes next to nothing, so that losses reach the others.
    const insurance = random.pick([1n, 500n, 50_000n]) * COIN;
    return [
      ...PERPETUALS.map(
        ({ symbolId, name, indexSymbolId, lotDecimal }): Command => ({
          type: 'listPerpetual',
          symbolId,
          name,
          indexSymbolId,
          settleAssetId: USDT,
          tickDecimal: '0.01',
          lotDecimal,
          minNotional: COIN as Amount,
          maxLots: 10_000_000 as Lots,
          maxOpenOrders: 30,
          priceBandPpm: 200_000,
          tiers: TIERS,
          fundingIntervalMs,
          impactNotional: (5_000n * COIN) as Amount,
          makerFeePpm: 200,
          takerFeePpm: 500,
          liquidationFeePpm: 2_000,
        }),
      ),
      { type: 'fundInsurance', assetId: USDT, amount: insurance as Amount, fromUserId: 0 },
    ];
  }

  follow(events: readonly KernelEvent[]): void {
    for (const event of events) {
      if (event.type === 'perpetualOrderRested')
        this.orders.set(event.orderId, {
          user: event.userId,
          symbolId: event.symbolId,
          price: event.priceTicks,
          side: event.side,
          house: event.house,
        });
      else if (event.type === 'perpetualOrderDone') this.orders.delete(event.orderId);
      else if (event.type === 'perpetualExitSet') this.exits.set(event.exitId, event.userId);
      else if (event.type === 'perpetualExitDone') this.exits.delete(event.exitId);
      else if (event.type === 'perpetualPositionMode') {
        if (event.positionMode === 'hedge') this.hedging.add(event.userId);
        else this.hedging.delete(event.userId);
      }
    }
  }

  act(): Act {
    const { random, users, houses, ledger } = this.exchange;
    const listing = random.pick(PERPETUALS);
    const { symbolId } = listing;
    const roll = random.int(1, 100);
    const userId = roll <= 25 ? random.pick(houses) : random.pick(users);
    const name = `${userId} ${symbolId}`;
    if (!this.met.has(name)) {
      this.met.add(name);
      // Every second user is for cross margin and much leverage.
      if (userId % 4 < 2) return { userId, body: { type: 'setMarginMode', symbolId, marginMode: 'cross' } };
      return { userId, body: { type: 'setLeverage', symbolId, leverage: random.pick([10, 50, 100]) } };
    }
    const available = ledger.available(walletNumber(userId, 'contract'), USDT);
    const wanted = (roll <= 25 ? 100_000n : 300n) * COIN;
    const isBold = userId % 4 < 2 && this.isCross(userId);
    // A bold trader leaves as little as possible behind positions that stand or fall together.
    if (isBold && random.chance(0.15)) {
      const amount = (available * BigInt(random.int(20, 99))) / 100n;
      return { userId, body: transferCommand('contract', 'spot', USDT, amount) };
    }
    if (available < wanted && !isBold && random.chance(0.6)) {
      const spot = ledger.available(userId, USDT);
      const amount = roll <= 25 ? spot / 2n : spot / BigInt(random.pick([3, 100, 1_000]));
      return { userId, body: transferCommand('spot', 'contract', USDT, amount) };
    }
    if (roll <= 25) return { userId, body: this.quotes(listing) };
    if (roll <= 68) return { userId, body: this.order(listing, userId) };
    const held = [...this.positions.values()].filter((position) => position.userId >= 1000);
    const position = held.length > 0 ? random.pick(held) : null;
    const order = this.orders.size > 0 ? random.pick([...this.orders]) : null;
    if (roll <= 73)
      return {
        userId: order?.[1].user ?? userId,
        body: { type: 'cancelPerpetualOrder', orderId: order?.[0] ?? 7, clientOrderId: null },
      };
    if (roll <= 74)
      return { userId, body: { type: 'cancelPerpetualOrders', symbolId: random.pick([null, symbolId]) } };
    if (roll <= 76)
      return { userId, body: { type: 'setLeverage', symbolId, leverage: random.pick([1, 3, 20, 50, 100]) } };
    if (roll <= 78)
      return {
        userId,
        body: { type: 'setMarginMode', symbolId, marginMode: random.pick(['isolated', 'cross']) },
      };
    if (roll <= 79)
      return { userId, body: { type: 'setPositionMode', positionMode: random.pick(['one-way', 'hedge']) } };
    if (roll <= 80 && random.chance(0.5)) return this.state(symbolId);
    if (position === null) return { userId, body: this.order(listing, userId) };
    const owner = position.userId;
    const { positionId } = position;
    if (roll <= 86) {
      const lots = random.chance(0.5) ? null : (Math.max(1, random.int(0, position.lots)) as Lots);
      return {
        userId: owner,
        body: { type: 'closePosition', positionId, priceTicks: null, lots, clientOrderId: null },
      };
    }
    if (roll <= 91) {
      const amount = (BigInt(random.int(-100, 200)) * (position.margin + COIN)) / 200n;
      return { userId: owner, body: { type: 'adjustMargin', positionId, amount: amount as Amount } };
    }
    if (roll <= 97) return { userId: owner, body: this.exitsOf(position) };
    const exit = this.exits.size > 0 ? random.pick([...this.exits]) : null;
    if (roll <= 98 && exit !== null)
      return { userId: exit[1], body: { type: 'cancelPositionExit', exitId: exit[0] } };
    return { userId: owner, body: { type: 'closeAllPositions', symbolIds: random.pick([null, [symbolId]]) } };
  }

  private isCross(userId: number): boolean {
    for (const position of this.positions.values())
      if (position.userId === userId && position.marginMode === 'cross') return true;
    return false;
  }

  private order(listing: PerpetualListing, userId: number): Command {
    const { symbolId, indexSymbolId } = listing;
    const { random, market } = this.exchange;
    const mid = market.price(indexSymbolId);
    const isLimit = random.chance(0.45);
    const near = (ppm: number) => Math.max(1, mid + Math.round((mid * random.int(-ppm, ppm)) / 1_000_000));
    const trigger = random.chance(0.08)
      ? { triggerTicks: near(10_000) as PriceTicks, source: random.pick(['mark', 'index', 'last'] as const) }
      : null;
    const side = random.pick(['buy', 'sell'] as const);
    const reduceOnly = random.chance(0.1);
    const positionSide = this.hedging.has(userId) ? random.pick(['long', 'short'] as const) : 'both';
    const withExits = random.chance(0.08) && !reduceOnly;
    const exit = (sign: number) => ({
      triggerTicks: Math.max(
        1,
        mid + sign * Math.round((mid * random.int(2_000, 20_000)) / 1_000_000),
      ) as PriceTicks,
      source: random.pick(['mark', 'index'] as const),
      lots: null,
    });
    const sign = side === 'buy' ? 1 : -1;
    return {
      type: 'placePerpetualOrder',
      symbolId,
      positionSide,
      side,
      orderType: isLimit ? 'limit' : 'market',
      timeInForce: isLimit ? random.pick(['GTC', 'GTC', 'IOC', 'FOK']) : 'IOC',
      postOnly: false,
      reduceOnly,
      priceTicks: (isLimit ? near(3_000) : null) as PriceTicks | null,
      lots: this.lots(listing, userId, mid) as Lots,
      clientOrderId: null,
      trigger,
      takeProfit: withExits ? exit(sign) : null,
      stopLoss: withExits ? exit(-sign) : null,
      leverage: random.chance(0.08) ? random.pick([1, 3, 20, 50, 100]) : null,
      marginMode: random.chance(0.05) ? random.pick(['isolated', 'cross'] as const) : null,
    };
  }

  /** A usual quantity, or one that all of the wallet stands for. */
  private lots({ units, usualLots }: PerpetualListing, userId: number, mid: number): number {
    const { random, ledger } = this.exchange;
    if (random.chance(0.5))
      return Math.max(1, Math.round(random.int(1, usualLots) * random.pick([0.01, 0.2, 1])));
    const available = ledger.available(walletNumber(userId, 'contract'), USDT);
    const notional = (available * BigInt(random.int(1, 20))) / 2n;
    return Number(notional / (BigInt(mid) * units)) + 1;
  }

  private exitsOf({ positionId, symbolId, direction, lots }: PerpetualPositionEvent): Command {
    const { random, market } = this.exchange;
    const { indexSymbolId } = PERPETUALS.find((each) => each.symbolId === symbolId)!;
    const mid = market.price(indexSymbolId);
    const sign = direction === 'long' ? 1 : -1;
    const part = random.chance(0.5) ? null : (Math.max(1, random.int(1, lots)) as Lots);
    const exit = (towards: number) => ({
      triggerTicks: Math.max(
        1,
        mid + towards * Math.round((mid * random.int(300, 8_000)) / 1_000_000),
      ) as PriceTicks,
      source: random.pick(['mark', 'index', 'last'] as const),
      lots: part,
    });
    return {
      type: 'setPositionExits',
      positionId,
      takeProfit: random.chance(0.7) ? exit(sign) : null,
      stopLoss: random.chance(0.7) ? exit(-sign) : null,
    };
  }

  /** Quotes around the market, and old ones taken back. In a crash the house often lags. */
  private quotes({ symbolId, indexSymbolId, usualLots }: PerpetualListing): Command {
    const { random, market } = this.exchange;
    const mid = market.price(indexSymbolId);
    const step = Math.max(1, Math.round(mid / 3_000));
    const levels: QuoteLevel[] = [];
    for (const [side, sign] of [
      ['buy', -1],
      ['sell', 1],
    ] as const)
      for (let level = 1; level <= random.int(1, 4); level++)
        levels.push({
          side,
          priceTicks: Math.max(1, mid + sign * level * step + random.int(0, step - 1)) as PriceTicks,
          lots: (random.chance(0.15) ? 0 : random.int(1, usualLots * 2)) as Lots,
        });
    for (const order of this.orders.values()) {
      if (!order.house || order.symbolId !== symbolId || levels.length >= 30) continue;
      if (levels.some((level) => level.side === order.side && level.priceTicks === order.price)) continue;
      if (Math.abs(order.price - mid) > 6 * step)
        levels.push({ side: order.side, priceTicks: order.price as PriceTicks, lots: 0 as Lots });
    }
    return { type: 'perpetualMassQuote', symbolId, levels };
  }

  private state(symbolId: number): Act {
    const state = this.exchange.random.pick([
      'trading',
      'trading',
      'trading',
      'post-only',
      'halted',
    ] as const);
    return { userId: 0, body: { type: 'setPerpetualState', symbolId, state, reason: `now ${state}` } };
  }
}
