import type { Command, PlaceOrder, QuoteLevel, SymbolState, VenueQuote } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { NaiveExchange } from './naive-exchange.ts';
import type { NaiveSymbol } from './naive-records.ts';
import type { Random } from './random.ts';
import { waitingAct } from './world-waiting.ts';

/** The sizes that a run is about. Small ones collide all the time; dust rounds everywhere; whales leave 2^53 behind. */
export interface World {
  readonly name: 'plain' | 'dust' | 'whale' | 'crowded';
  readonly midTicks: number;
  readonly spreadTicks: number;
  readonly maxLots: number;
  readonly minNotional: bigint;
  readonly bandPpm: number;
  readonly maxOpenOrders: number;
  readonly funds: bigint;
}

const WORLDS: readonly World[] = [
  {
    name: 'plain',
    midTicks: 1000,
    spreadTicks: 8,
    maxLots: 50,
    minNotional: 50_000n,
    bandPpm: 0,
    maxOpenOrders: 4,
    funds: 2_500_000n,
  },
  {
    name: 'dust',
    midTicks: 3,
    spreadTicks: 3,
    maxLots: 3,
    minNotional: 1n,
    bandPpm: 0,
    maxOpenOrders: 3,
    funds: 3_000n,
  },
  {
    name: 'whale',
    midTicks: 2_000_000,
    spreadTicks: 300,
    maxLots: 100_000_000,
    minNotional: 1_000_000n,
    bandPpm: 100_000,
    maxOpenOrders: 50,
    funds: 50_000_000_000_000_000n,
  },
  {
    name: 'crowded',
    midTicks: 70_000,
    spreadTicks: 1500,
    maxLots: 40,
    minNotional: 0n,
    bandPpm: 15_000,
    maxOpenOrders: 30,
    funds: 400_000_000n,
  },
];

export const BTC = 1001;
export const USDT = 1002;
export const ETH = 1003;
export const ASSETS = [BTC, USDT, ETH];
export const VENUES = [1, 2, 3];
/** Nobody ever opened this account. */
const STRANGER = 4000;
export const HOUSE = [1, 2];
export const USERS = [1000, 1001, 1002, 1003];

export function worldOf(seed: number): World {
  return WORLDS[seed % WORLDS.length]!;
}

/** Units by hand: BTC/USDT 0.01 x 0.00001 at 8 decimals is 10 units, ETH/BTC 0.0001 x 0.01 is 100. */
export function symbolsOf(world: World): NaiveSymbol[] {
  const limits = {
    minNotional: world.minNotional,
    maxLots: BigInt(world.maxLots) * 4n,
    maxOpen: world.maxOpenOrders,
    band: BigInt(world.bandPpm),
  };
  return [
    { id: 1, base: BTC, quote: USDT, unit: 10n, lot: 1000n, ...limits },
    { id: 2, base: ETH, quote: BTC, unit: 100n, lot: 100n, ...limits },
  ];
}

/** The commands that list the world, in the journal's words. */
export function listing(world: World): Command[] {
  const limits = {
    minNotional: world.minNotional as Amount,
    maxLots: (world.maxLots * 4) as Lots,
    maxOpenOrders: world.maxOpenOrders,
    priceBandPpm: world.bandPpm,
  };
  return [
    { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: 'ab' },
    { type: 'listAsset', assetId: BTC, code: 'BTC', name: 'Bitcoin', scale: 8 },
    { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 },
    { type: 'listAsset', assetId: ETH, code: 'ETH', name: 'Ether', scale: 4 },
    {
      type: 'listSymbol',
      symbolId: 1,
      name: 'BTCUSDT',
      baseAssetId: BTC,
      quoteAssetId: USDT,
      tickDecimal: '0.01',
      lotDecimal: '0.00001',
      ...limits,
    },
    {
      type: 'listSymbol',
      symbolId: 2,
      name: 'ETHBTC',
      baseAssetId: ETH,
      quoteAssetId: BTC,
      tickDecimal: '0.0001',
      lotDecimal: '0.01',
      ...limits,
    },
    { type: 'setVenue', venueId: 1, name: 'one', weightPpm: 500_000 },
    { type: 'setVenue', venueId: 2, name: 'two', weightPpm: 250_000 },
    { type: 'setVenue', venueId: 3, name: 'three', weightPpm: 250_000 },
    ...HOUSE.map((id): Command => ({ type: 'openAccount', accountUserId: id, kind: 'house' })),
    ...USERS.map((id): Command => ({ type: 'openAccount', accountUserId: id, kind: 'user' })),
  ];
}

export interface Act {
  readonly userId: number;
  readonly body: Command;
}

/** Any next act: mostly legal, sometimes not. */
export function nextAct(
  random: Random,
  world: World,
  naive: NaiveExchange,
  nowMs: number,
  tickNo: number,
): Act {
  const roll = random.below(100);
  const userId = random.chance(1) ? STRANGER : random.pick(random.chance(15) ? HOUSE : USERS);
  if (roll < 36) return { userId, body: limitOrder(random, world) };
  if (roll < 50) return waitingAct(random, world, naive, userId);
  if (roll < 60) return { userId, body: marketOrder(random, world) };
  if (roll < 68) return cancel(random, naive, userId);
  if (roll < 69) {
    return { userId, body: { type: 'cancelAll', symbolId: random.pick([null, 1, 2, 9]) } };
  }
  if (roll < 84)
    return { userId: random.chance(90) ? random.pick(HOUSE) : userId, body: massQuote(random, world) };
  if (roll < 88) return { userId: 0, body: funds(random, world, userId) };
  if (roll < 94) return { userId: 0, body: indexTick(random, world, nowMs, tickNo) };
  const closed = naive.symbols.find(({ id }) => (naive.states.get(id) ?? 'trading') !== 'trading');
  if (roll < 95 && closed === undefined)
    return { userId: 0, body: setState(random.between(1, 2), random.pick(['post-only', 'halted'])) };
  if (roll < 99 && closed !== undefined) return { userId: 0, body: setState(closed.id, 'trading') };
  if (roll < 98 && random.chance(60)) return { userId: 0, body: feeTiers(random, world) };
  if (roll < 98) {
    const rates = world.name === 'dust' ? [0, 1, 1000, 100_000] : [0, 750, 1000, 2500];
    return {
      userId: 0,
      body: { type: 'setFees', makerPpm: random.pick(rates), takerPpm: random.pick(rates) },
    };
  }
  return { userId: 0, body: { type: 'tick' } };
}

function setState(symbolId: number, state: SymbolState): Command {
  return { type: 'setSymbolState', symbolId, state, reason: `now ${state}` };
}

function feeTiers(random: Random, world: World): Command {
  const step = BigInt(world.midTicks) * BigInt(world.maxLots) * 10n;
  const tiers = [0n, step / 5n, step * 4n, step * 20n].slice(0, random.between(1, 4)).map((minVolume) => ({
    minVolume,
    makerPpm: random.below(2000),
    takerPpm: random.below(4000),
    perpetualMakerPpm: random.below(300),
    perpetualTakerPpm: random.below(600),
  }));
  if (random.chance(5)) tiers.push({ ...tiers[0]! });
  return { type: 'setFeeTiers', volumeAssetId: random.chance(85) ? USDT : BTC, tiers };
}

function limitOrder(random: Random, world: World): PlaceOrder {
  const order: PlaceOrder = {
    type: 'placeOrder',
    symbolId: random.chance(1) ? 7 : random.between(1, 2),
    side: random.pick(['buy', 'sell']),
    orderType: 'limit',
    timeInForce: random.pick(['GTC', 'GTC', 'GTC', 'GTC', 'IOC', 'FOK']),
    postOnly: random.chance(12),
    priceTicks: price(random, world),
    lots: lots(random, world),
    quoteAmount: null,
    clientOrderId: random.chance(40) ? `c${random.below(12)}` : null,
  };
  if (!random.chance(2)) return order;
  const odd = random.below(6);
  if (odd === 0) return { ...order, priceTicks: 0 as PriceTicks };
  if (odd === 1) return { ...order, lots: (world.maxLots * 5) as Lots };
  if (odd === 2) return { ...order, quoteAmount: 5n as Amount };
  if (odd === 3) return { ...order, clientOrderId: '' };
  if (odd === 4) return { ...order, lots: -1 as Lots };
  return { ...order, priceTicks: 2_147_483_648 as PriceTicks };
}

function marketOrder(random: Random, world: World): PlaceOrder {
  const byAmount = random.chance(45);
  const unit = BigInt(world.midTicks) * 10n;
  return {
    type: 'placeOrder',
    symbolId: random.between(1, 2),
    side: random.pick(['buy', 'sell']),
    orderType: 'market',
    timeInForce: random.pick(['IOC', 'IOC', 'GTC', 'FOK']),
    postOnly: random.chance(1),
    priceTicks: null,
    lots: byAmount ? null : lots(random, world),
    quoteAmount: byAmount
      ? ((BigInt(random.between(0, world.maxLots)) * unit * 2n + BigInt(random.below(97))) as Amount)
      : null,
    clientOrderId: random.chance(20) ? `c${random.below(12)}` : null,
  };
}

function cancel(random: Random, naive: NaiveExchange, userId: number): Act {
  const waits = naive.waiting.orders;
  if (waits.length > 0 && random.chance(12)) {
    const { id, user, client } = random.pick(waits);
    return {
      userId: user,
      body: { type: 'cancelOrder', orderId: client === null ? id : null, clientOrderId: client },
    };
  }
  const order = naive.open.length > 0 && !random.chance(5) ? random.pick(naive.open) : null;
  if (order === null) {
    return { userId, body: { type: 'cancelOrder', orderId: random.below(500), clientOrderId: null } };
  }
  const sender = random.chance(95) ? order.user : userId;
  const byClient = order.client !== null && random.chance(60);
  return {
    userId: sender,
    body: {
      type: 'cancelOrder',
      orderId: byClient && random.chance(80) ? null : order.id,
      clientOrderId: byClient ? order.client : random.chance(3) ? 'other' : null,
    },
  };
}

function massQuote(random: Random, world: World): Command {
  const levels: QuoteLevel[] = [];
  const count = random.between(0, 6);
  const middle = world.midTicks + random.between(-2, 2);
  for (let i = 0; i < count; i++) {
    const side = random.pick(['buy', 'sell'] as const);
    const away = random.between(0, Math.min(5, world.spreadTicks));
    const priceTicks = Math.max(1, side === 'buy' ? middle - away : middle + away);
    levels.push({
      side,
      priceTicks: priceTicks as PriceTicks,
      lots: (random.chance(25) ? 0 : random.between(1, world.maxLots)) as Lots,
    });
  }
  return { type: 'massQuote', symbolId: random.between(1, 2), levels };
}

function funds(random: Random, world: World, userId: number): Command {
  const amount = random.chance(3) ? 0n : (world.funds * BigInt(random.between(1, 100))) / 50n;
  return {
    type: 'practiceFunds',
    accountUserId: userId,
    assetId: random.pick(ASSETS),
    amount: amount as Amount,
  };
}

function indexTick(random: Random, world: World, nowMs: number, tickNo: number): Command {
  const quotes: VenueQuote[] = [];
  for (const symbolId of [1, 2]) {
    for (const venueId of VENUES) {
      if (random.chance(40)) continue;
      const bid = Math.max(
        0,
        world.midTicks + random.between(-3, 3) - random.pick([0, 0, 0, world.midTicks >> 5]),
      );
      quotes.push({
        venueId: random.chance(1) ? 9 : venueId,
        symbolId,
        bidTicks: bid as PriceTicks,
        askTicks: Math.max(0, bid + random.between(random.chance(3) ? -1 : 0, 4)) as PriceTicks,
        venueTimeMs: nowMs - random.pick([0, 10, 400, 9_990, 12_000, -500]),
      });
    }
  }
  return { type: 'indexTick', tickNo: random.chance(3) ? tickNo : tickNo + 1, quotes };
}

export function price(random: Random, world: World): PriceTicks {
  const away = random.between(-world.spreadTicks, world.spreadTicks);
  const far = random.chance(3) ? random.between(-world.midTicks, world.midTicks * 3) : 0;
  return Math.max(0, world.midTicks + away + far) as PriceTicks;
}

export function lots(random: Random, world: World): Lots {
  return random.between(random.chance(2) ? 0 : 1, world.maxLots) as Lots;
}
