import type { Submission } from '@candor/journal';
import type { Command, Genesis, PlaceOrder, QuoteLevel, Side, VenueQuote } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { Random } from './random.ts';

export const baseAssetId = 1001;
export const quoteAssetId = 1002;
export const houseUserId = 1;
export const firstUserId = 1000;

export const practiceGenesis: Genesis = {
  type: 'genesis',
  mode: 'practice',
  feed: 'simulator',
  seedHash: null,
};

const fundsMax = 10n ** 17n;
/** Maximum funding of all accounts together: an asset's supply ends at 2^62. */
const supply = 2n * 10n ** 18n;

/** Lists two assets and `symbols` pairs of them, and opens and funds the house and `users` accounts. */
export function listing(users: number, symbols: number): Command[] {
  const commands: Command[] = [
    { type: 'listAsset', assetId: baseAssetId, code: 'BTC', name: 'Bitcoin', scale: 8 },
    { type: 'listAsset', assetId: quoteAssetId, code: 'USDT', name: 'Tether', scale: 8 },
    { type: 'setFees', makerPpm: 1000, takerPpm: 1000 },
  ];
  for (let venueId = 1; venueId <= 3; venueId++)
    commands.push({ type: 'setVenue', venueId, name: `venue ${venueId}`, weightPpm: 333_333 });
  for (let symbolId = 1; symbolId <= symbols; symbolId++)
    commands.push({
      type: 'listSymbol',
      symbolId,
      name: `PAIR${symbolId}`,
      baseAssetId,
      quoteAssetId,
      tickDecimal: '0.01',
      lotDecimal: '0.00001',
      minNotional: 1_000_000n as Amount,
      maxLots: 1_000_000_000 as Lots,
      maxOpenOrders: 10_000,
      priceBandPpm: 0,
    });
  const share = supply / BigInt(users + 1);
  const funds = (share < fundsMax ? share : fundsMax) as Amount;
  commands.push(...openFunded(houseUserId, 'house', funds));
  for (let index = 0; index < users; index++)
    commands.push(...openFunded(firstUserId + index, 'user', funds));
  return commands;
}

function openFunded(accountUserId: number, kind: 'user' | 'house', amount: Amount): Command[] {
  return [
    { type: 'openAccount', accountUserId, kind },
    ...[baseAssetId, quoteAssetId].map(
      (assetId): Command => ({ type: 'practiceFunds', accountUserId, assetId, amount }),
    ),
  ];
}

/** A plain limit order, good till cancelled, where nothing else is asked for. */
export function limitOrder(
  symbolId: number,
  side: Side,
  priceTicks: number,
  lots: number,
  more: Partial<PlaceOrder> = {},
): PlaceOrder {
  return {
    type: 'placeOrder',
    symbolId,
    side,
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    priceTicks: priceTicks as PriceTicks,
    lots: lots as Lots,
    quoteAmount: null,
    clientOrderId: null,
    ...more,
  };
}

export function submission(userId: number, body: Command, key: string | null = null): Submission {
  return { userId, key, bodyHash: key === null ? null : 'ab'.repeat(32), body };
}

/** A seeded stream of what users and the house send: orders of every kind, cancels, quotes, index ticks. */
export class OrderFlow {
  private readonly random: Random;
  private readonly users: number;
  private readonly symbols: number;
  private readonly midTicks = 1_000_000;
  private tickNo = 0;
  private sent = 0;
  /** Ids of orders that may still be open, for cancels: tell it what was accepted. */
  readonly openOrders: { readonly userId: number; readonly orderId: number }[] = [];

  constructor(seed: number, users: number, symbols: number) {
    this.random = new Random(seed);
    this.users = users;
    this.symbols = symbols;
  }

  /** The next command of the house or of a user. Time stamps of venues lie at `timeMs`. */
  next(timeMs: number): Submission {
    const { random } = this;
    this.sent += 1;
    const symbolId = random.int(1, this.symbols);
    const userId = firstUserId + random.int(0, this.users - 1);
    const kind = random.next();
    if (kind < 0.03) return submission(0, this.indexTick(timeMs));
    if (kind < 0.08) return submission(houseUserId, this.massQuote(symbolId));
    if (kind < 0.3 && this.openOrders.length > 0) return this.cancel();
    if (kind < 0.31) return submission(userId, { type: 'cancelAll', symbolId });
    return submission(userId, this.order(symbolId));
  }

  private cancel(): Submission {
    const at = this.random.int(0, this.openOrders.length - 1);
    const [order] = this.openOrders.splice(at, 1) as [{ userId: number; orderId: number }];
    const { userId, orderId } = order;
    return submission(userId, { type: 'cancelOrder', orderId, clientOrderId: null });
  }

  private order(symbolId: number): PlaceOrder {
    const { random } = this;
    const side = random.pick<Side>(['buy', 'sell']);
    const away = random.int(-30, 300);
    const priceTicks = side === 'buy' ? this.midTicks - away : this.midTicks + away;
    const order = limitOrder(symbolId, side, priceTicks, random.int(1, 500), {
      clientOrderId: random.chance(0.2) ? `order-${this.sent}` : null,
    });
    const kind = random.next();
    if (kind < 0.1)
      return { ...order, orderType: 'market', timeInForce: 'IOC', priceTicks: null, lots: order.lots };
    if (kind < 0.15)
      return {
        ...order,
        orderType: 'market',
        timeInForce: 'IOC',
        priceTicks: null,
        lots: null,
        quoteAmount: (BigInt(random.int(1, 1_000)) * 100_000_000n) as Amount,
      };
    if (kind < 0.25) return { ...order, timeInForce: random.pick(['IOC', 'FOK']) };
    if (kind < 0.35) return { ...order, postOnly: true };
    return order;
  }

  private massQuote(symbolId: number): Command {
    const level = (side: Side, priceTicks: number): QuoteLevel => ({
      side,
      priceTicks: priceTicks as PriceTicks,
      lots: this.random.int(0, 300) as Lots,
    });
    const levels = [20, 40, 60, 80, 100].flatMap((away) => [
      level('buy', this.midTicks - away),
      level('sell', this.midTicks + away),
    ]);
    return { type: 'massQuote', symbolId, levels };
  }

  private indexTick(timeMs: number): Command {
    this.tickNo += 1;
    const quotes: VenueQuote[] = [];
    for (let symbolId = 1; symbolId <= this.symbols; symbolId++)
      for (let venueId = 1; venueId <= 3; venueId++) {
        const bid = this.midTicks + this.random.int(-10, 10);
        quotes.push({
          venueId,
          symbolId,
          bidTicks: bid as PriceTicks,
          askTicks: (bid + 2) as PriceTicks,
          venueTimeMs: timeMs,
        });
      }
    return { type: 'indexTick', tickNo: this.tickNo, quotes };
  }
}
