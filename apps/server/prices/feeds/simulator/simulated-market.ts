import { parseDecimal } from '@candor/money';
import { MARKET_SCALE } from '@candor/prices';
import type { VenueLevel } from '../types.ts';
import { COINS, type CoinShape } from './coins.ts';
import { KeyedNoise } from './keyed-noise.ts';
import { STEP_MS, Walk } from './walk.ts';

export const BOOK_LEVELS = 25;

export interface SimulatedTrade {
  readonly id: string;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly takerSide: 'buy' | 'sell';
}

const MARKET_DEVIATION = 0.016;
const MARKET_WIDE_DEVIATION = 0.22;
const OWN_WIDE_DEVIATION = 0.12;
/** Price levels lie about this part of the price apart. */
const LEVEL_GAP = 0.00003;
/** Time for which a level keeps its size. */
const SIZE_LIFE_MS = 60_000;
/** More lives than a level has before the year 2090. */
const LIVES = 67_108_864;
const SIZE_SPREAD = 0.7;
/** Venues differ by about this part of the price, and drift so within these milliseconds. */
const VENUE_DEVIATION = 0.00008;
const VENUE_DRIFT_MS = 20_000;
const MAX_TRADES_PER_STEP = 6;
const TRADE_SIZE_SPREAD = 1.1;
const VOLUME_SPREAD = 0.45;

/** Channels of a coin's noise. */
const BID_PRICE = 1;
const ASK_PRICE = 2;
const BID_SIZE = 3;
const ASK_SIZE = 4;
const PHASE = 5;
const DRIFT = 6;
const TRADE_COUNT = 7;
const TRADE_SIDE = 8;
const TRADE_SIZE = 9;
const MINUTE_VOLUME = 10;

interface Coin {
  readonly shape: CoinShape;
  readonly walk: Walk;
  readonly noise: readonly KeyedNoise[];
  readonly tick: bigint;
  readonly lot: bigint;
  readonly tickPrice: number;
  readonly lotQuantity: number;
  readonly gapTicks: number;
  readonly levelLots: number;
  /** Part of its variance that comes from the whole market. */
  readonly marketShare: number;
}

/**
 * The whole simulated market as a function of the seed and the time: prices, books and trades of every coin at every
 * venue. Floats make the randomness; what comes out is exact in ticks and lots.
 */
export class SimulatedMarket {
  readonly #market: Walk;
  readonly #coins = new Map<string, Coin>();

  constructor(seed: Uint8Array, venues: number) {
    const shape = { dailyDeviation: MARKET_DEVIATION, wideDeviation: MARKET_WIDE_DEVIATION };
    this.#market = new Walk(new KeyedNoise(seed, 'market'), shape);
    for (const coin of COINS) this.#coins.set(coin.symbol, makeCoin(seed, coin, venues));
  }

  get symbols(): readonly string[] {
    return [...this.#coins.keys()];
  }

  /** The fair price in ticks, not rounded, and how stormy the market is: 1 on average. */
  #fair(coin: Coin, timeMs: number): { ticks: number; storm: number } {
    const together = coin.shape.beta * this.#market.at(timeMs);
    const own = coin.walk.at(timeMs);
    const storm = Math.sqrt(
      coin.marketShare * this.#market.storm ** 2 + (1 - coin.marketShare) * coin.walk.storm ** 2,
    );
    return { ticks: (coin.shape.price * Math.exp(together + own)) / coin.tickPrice, storm };
  }

  /** A past trade price, in 1e-8, and the base volume (float) that a venue traded in the minute around it, per minute. */
  past(symbol: string, timeMs: number): { price: bigint; lotsPerMinute: number; lot: bigint } {
    const coin = this.#coin(symbol);
    const { ticks, storm } = this.#fair(coin, timeMs);
    const average = coin.shape.dailyVolume / coin.lotQuantity / 1440;
    const minute = Math.floor(timeMs / 60_000);
    const noise = coin.noise[0]!.gauss(MINUTE_VOLUME, minute);
    const lotsPerMinute = average * liveliness(storm) * spread(VOLUME_SPREAD, noise);
    return { price: toPrice(coin, Math.max(1, Math.round(ticks))), lotsPerMinute, lot: coin.lot };
  }

  /** The best levels of a venue, best first. */
  book(
    symbol: string,
    venue: number,
    timeMs: number,
    levels = BOOK_LEVELS,
  ): { bids: VenueLevel[]; asks: VenueLevel[] } {
    const coin = this.#coin(symbol);
    const fair = this.#fair(coin, timeMs).ticks * this.#drift(coin, venue, timeMs);
    const bids = makeSide(coin, coin.noise[venue]!, 'buy', fair, timeMs, levels);
    const asks = makeSide(coin, coin.noise[venue]!, 'sell', fair, timeMs, levels);
    return { bids, asks };
  }

  /** Returns a venue's trades in the step that begins at `timeMs`, at the top of its book at that time. */
  trades(symbol: string, venue: number, timeMs: number): SimulatedTrade[] {
    const coin = this.#coin(symbol);
    const noise = coin.noise[venue]!;
    const step = Math.floor(timeMs / STEP_MS);
    const { ticks, storm } = this.#fair(coin, timeMs);
    const expected = ((coin.shape.tradesPerSecond * STEP_MS) / 1000) * liveliness(storm);
    const count = poisson(expected, noise.uniform(TRADE_COUNT, step));
    if (count === 0) return [];
    const before = this.#fair(coin, timeMs - 4 * STEP_MS).ticks;
    const { bids, asks } = this.book(symbol, venue, timeMs, 1);
    const buyChance = Math.min(0.85, Math.max(0.15, 0.5 + ((ticks - before) / ticks) * 4000));
    const averageLots = coin.shape.dailyVolume / coin.lotQuantity / 86_400 / coin.shape.tradesPerSecond;
    return Array.from({ length: count }, (_, nth) => {
      const place = step * MAX_TRADES_PER_STEP + nth;
      const buys = noise.uniform(TRADE_SIDE, place) < buyChance;
      const size = averageLots * spread(TRADE_SIZE_SPREAD, noise.gauss(TRADE_SIZE, place));
      return {
        id: `${step}-${nth}`,
        price: (buys ? asks : bids)[0]!.price,
        quantity: BigInt(Math.max(1, Math.round(size))) * coin.lot,
        takerSide: buys ? 'buy' : 'sell',
      };
    });
  }

  #drift(coin: Coin, venue: number, timeMs: number): number {
    const cell = Math.floor(timeMs / VENUE_DRIFT_MS);
    const part = timeMs / VENUE_DRIFT_MS - cell;
    const noise = coin.noise[venue]!;
    const drift = noise.gauss(DRIFT, cell) * (1 - part) + noise.gauss(DRIFT, cell + 1) * part;
    return 1 + VENUE_DEVIATION * drift;
  }

  #coin(symbol: string): Coin {
    const coin = this.#coins.get(symbol);
    if (coin === undefined) throw new RangeError(`the simulator knows no ${symbol}`);
    return coin;
  }
}

function makeCoin(seed: Uint8Array, shape: CoinShape, venues: number): Coin {
  const tick = steps(shape.tick);
  const lot = steps(shape.lot);
  const tickPrice = Number(shape.tick);
  const lotQuantity = Number(shape.lot);
  const own = { dailyDeviation: shape.ownDeviation, wideDeviation: OWN_WIDE_DEVIATION };
  const marketVariance = (shape.beta * MARKET_DEVIATION) ** 2;
  return {
    shape,
    walk: new Walk(new KeyedNoise(seed, `walk ${shape.symbol}`), own),
    noise: Array.from(
      { length: venues },
      (_, venue) => new KeyedNoise(seed, `venue ${venue} ${shape.symbol}`),
    ),
    tick,
    lot,
    tickPrice,
    lotQuantity,
    gapTicks: Math.max(1, Math.round((shape.price * LEVEL_GAP) / tickPrice)),
    levelLots: shape.levelUsdt / shape.price / lotQuantity,
    marketShare: marketVariance / (marketVariance + shape.ownDeviation ** 2),
  };
}

/** Levels stay where they are while the price moves over them, and change their size once in a while: as books do. */
function makeSide(
  coin: Coin,
  noise: KeyedNoise,
  side: 'buy' | 'sell',
  fair: number,
  timeMs: number,
  most: number,
): VenueLevel[] {
  const buys = side === 'buy';
  const edge = buys
    ? Math.max(1, Math.floor(fair * (1 - coin.shape.halfSpread)))
    : Math.max(2, Math.ceil(fair * (1 + coin.shape.halfSpread)));
  const levels: VenueLevel[] = [];
  for (
    let slot = Math.floor(edge / coin.gapTicks);
    slot >= 0 && levels.length < most;
    slot += buys ? -1 : 1
  ) {
    const within = Math.floor(noise.uniform(buys ? BID_PRICE : ASK_PRICE, slot) * coin.gapTicks);
    const ticks = slot * coin.gapTicks + within;
    if (ticks < 1 || (buys ? ticks > edge : ticks < edge)) continue;
    const phase = Math.floor(noise.uniform(PHASE, slot) * SIZE_LIFE_MS);
    const life = Math.floor((timeMs + phase) / SIZE_LIFE_MS);
    const size =
      coin.levelLots * spread(SIZE_SPREAD, noise.gauss(buys ? BID_SIZE : ASK_SIZE, slot * LIVES + life));
    levels.push({ price: toPrice(coin, ticks), quantity: BigInt(Math.max(1, Math.round(size))) * coin.lot });
  }
  return levels;
}

function toPrice(coin: Coin, ticks: number): bigint {
  return BigInt(ticks) * coin.tick;
}

function steps(decimal: string): bigint {
  const units = parseDecimal(decimal, MARKET_SCALE);
  if (units === null) throw new RangeError(`"${decimal}" is no step`);
  return units;
}

/** Storms bring trades, though not as many as they move prices. */
function liveliness(storm: number): number {
  return Math.min(5, Math.max(0.5, storm));
}

/** Log-normal around 1. */
function spread(deviation: number, gauss: number): number {
  return Math.exp(deviation * gauss - (deviation * deviation) / 2);
}

/** A Poisson number of this mean out of an even number from 0 to 1. */
function poisson(mean: number, even: number): number {
  let chance = Math.exp(-mean);
  let reached = chance;
  let count = 0;
  while (even > reached && count < MAX_TRADES_PER_STEP) {
    count += 1;
    chance *= mean / count;
    reached += chance;
  }
  return count;
}
