import type { AmendOrder, PlaceOco, PlaceTrigger } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { NaiveExchange } from './naive-exchange.ts';
import type { Random } from './random.ts';
import { type Act, lots, price, type World } from './world.ts';

/** Any act on orders that wait for a price, or a change of any open order. */
export function waitingAct(random: Random, world: World, naive: NaiveExchange, userId: number): Act {
  const roll = random.below(100);
  if (roll < 45) return { userId, body: trigger(random, world, naive) };
  if (roll < 62) return { userId, body: pair(random, world, naive) };
  return amend(random, world, naive, userId);
}

function trigger(random: Random, world: World, naive: NaiveExchange): PlaceTrigger {
  const symbolId = random.between(1, 2);
  const side = random.pick(['buy', 'sell'] as const);
  const kind = random.pick(['stop', 'stop', 'take-profit', 'trailing-stop'] as const);
  const isTrailing = kind === 'trailing-stop';
  const byPpm = random.chance(50);
  const isMarket = random.chance(45);
  const postOnly = !isMarket && random.chance(10);
  const placed: PlaceTrigger = {
    type: 'placeTrigger',
    symbolId,
    side,
    kind,
    source: random.pick(['last', 'last', 'index']),
    triggerTicks: isTrailing
      ? null
      : aside(random, world, naive, symbolId, (side === 'buy') === (kind === 'stop')),
    callbackPpm: isTrailing && byPpm ? random.pick([100, 1000, 2500, 20_000, 200_000]) : null,
    callbackTicks:
      isTrailing && !byPpm ? (random.between(1, Math.max(2, world.spreadTicks)) as PriceTicks) : null,
    activationTicks: isTrailing && random.chance(50) ? price(random, world) : null,
    orderType: isMarket ? 'market' : 'limit',
    timeInForce: isMarket
      ? random.pick(['IOC', 'GTC', 'FOK'])
      : postOnly
        ? 'GTC'
        : random.pick(['GTC', 'GTC', 'IOC', 'FOK']),
    postOnly,
    priceTicks: isMarket ? null : price(random, world),
    lots: isMarket && side === 'buy' ? null : lots(random, world),
    quoteAmount: isMarket && side === 'buy' ? amount(random, world) : null,
    clientOrderId: random.chance(30) ? `c${random.below(12)}` : null,
  };
  if (!random.chance(4)) return placed;
  const odd = random.below(7);
  if (odd === 0) return { ...placed, triggerTicks: 0 as PriceTicks };
  if (odd === 1) return { ...placed, callbackPpm: 99 };
  if (odd === 2) return { ...placed, callbackTicks: -1 as PriceTicks };
  if (odd === 3) return { ...placed, quoteAmount: 7n as Amount };
  if (odd === 4) return { ...placed, lots: 1 as Lots };
  if (odd === 5) return { ...placed, postOnly: true };
  return { ...placed, activationTicks: 2_147_483_648 as PriceTicks };
}

function pair(random: Random, world: World, naive: NaiveExchange): PlaceOco {
  const symbolId = random.between(1, 2);
  const side = random.pick(['buy', 'sell'] as const);
  const isMarket = random.chance(40);
  const away = random.between(0, world.spreadTicks);
  const limit = Math.max(1, world.midTicks + (side === 'buy' ? -away : away));
  return {
    type: 'placeOco',
    symbolId,
    side,
    priceTicks: limit as PriceTicks,
    lots: lots(random, world),
    clientOrderId: random.chance(30) ? `c${random.below(12)}` : null,
    source: random.pick(['last', 'index']),
    triggerTicks: aside(random, world, naive, symbolId, side === 'buy'),
    stopPriceTicks: isMarket ? null : price(random, world),
    stopQuoteAmount: isMarket && side === 'buy' ? amount(random, world) : null,
    stopClientOrderId: random.chance(30) ? `c${random.below(12)}` : null,
  };
}

function amend(random: Random, world: World, naive: NaiveExchange, userId: number): Act {
  const open = [...naive.open, ...naive.waiting.orders];
  const order = open.length > 0 ? random.pick(open) : null;
  const known = order !== null && !random.chance(3);
  const byClient = known && order.client !== null && random.chance(40);
  const fewer = known && order.lots !== null ? random.between(0, Number(order.lots)) : 0;
  const body: AmendOrder = {
    type: 'amendOrder',
    symbolId: order === null || random.chance(3) ? random.between(1, 2) : order.symbol,
    orderId: known ? (byClient ? null : order.id) : random.pick([null, random.below(500)]),
    clientOrderId: byClient ? order.client : random.chance(2) ? 'other' : null,
    priceTicks: random.chance(45) ? price(random, world) : null,
    lots: random.chance(70) ? ((random.chance(60) ? fewer : lots(random, world)) as Lots) : null,
    quoteAmount: null,
    triggerTicks: null,
  };
  const sender = known && !random.chance(3) ? order.user : userId;
  const waits = known && 'kind' in order;
  if (!waits)
    return {
      userId: sender,
      body: random.chance(2) ? { ...body, triggerTicks: price(random, world) } : body,
    };
  const isMarket = order.market;
  return {
    userId: sender,
    body: {
      ...body,
      priceTicks: isMarket && !random.chance(3) ? null : body.priceTicks,
      lots: isMarket && order.buy && !random.chance(3) ? null : body.lots,
      quoteAmount: isMarket && order.buy && random.chance(60) ? amount(random, world) : null,
      triggerTicks: random.chance(order.kind === 'trailing-stop' ? 5 : 50)
        ? aside(random, world, naive, order.symbol, order.buy === (order.kind === 'stop'))
        : null,
    },
  };
}

/** A price on one side of where the symbol stands, mostly near: so that it fires soon, but not at once. */
function aside(
  random: Random,
  world: World,
  naive: NaiveExchange,
  symbolId: number,
  above: boolean,
): PriceTicks {
  const now = Number(naive.lastPrice.get(symbolId) ?? world.midTicks);
  const away = random.between(random.chance(10) ? -1 : 1, Math.max(2, world.spreadTicks >> 1));
  return Math.max(1, above ? now + away : now - away) as PriceTicks;
}

function amount(random: Random, world: World): Amount {
  const unit = BigInt(world.midTicks) * 10n;
  return (BigInt(random.between(0, world.maxLots)) * unit + BigInt(random.below(97))) as Amount;
}
