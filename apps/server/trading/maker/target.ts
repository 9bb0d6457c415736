import type { QuoteLevel, Side, SymbolInfo } from '@candor/kernel';
import { type Lots, type PriceTicks, parseDecimal } from '@candor/money';
import { MARKET_SCALE } from '@candor/prices';
import type { VenueBook, VenueLevel } from '../../prices/feeds/index.ts';

const PPM = 1_000_000n;
const WHOLE_PPM = 1_000_000;

/** Fields of a symbol that quotes need: its steps and the largest quantity. */
export type QuotedSymbol = Pick<SymbolInfo, 'tickDecimal' | 'lotDecimal' | 'maxLots'>;

export interface TargetSettings {
  /** Levels a side. */
  readonly levels: number;
  /** Our quantity as a part of the venue's, in parts per million. */
  readonly sizePpm: number;
  /** Distance of the quotes from the venue's prices, each side, in parts per million. */
  readonly spreadPpm: number;
}

/** Most that may be quoted on each side. */
export interface Budget {
  /** Lots of base coin that the asks may add up to. */
  readonly askLots: number;
  /** Ticks times lots that the bids may add up to. */
  readonly bidTickLots: bigint;
  /** Parts per million of the size, by side: the nearer an inventory limit, the smaller. */
  readonly bidScalePpm: number;
  readonly askScalePpm: number;
}

export const UNBOUNDED: Budget = {
  askLots: Number.MAX_SAFE_INTEGER,
  bidTickLots: 2n ** 100n,
  askScalePpm: WHOLE_PPM,
  bidScalePpm: WHOLE_PPM,
};

/**
 * The quotes that mirror a venue's book: bids rounded down to our ticks, asks up, quantities down to our lots, levels
 * that fall together added up, each side cut where its budget ends.
 */
export function targetQuotes(
  book: VenueBook,
  symbol: QuotedSymbol,
  settings: TargetSettings,
  budget: Budget,
): QuoteLevel[] {
  const bids = mirror(book.bids, 'buy', symbol, settings, budget.bidScalePpm);
  const asks = mirror(book.asks, 'sell', symbol, settings, budget.askScalePpm);
  return [...withinQuote(bids, budget.bidTickLots), ...withinBase(asks, budget.askLots)];
}

/** The changes that lead from the quotes that rest to those wanted; what goes comes first, so that our own never meet. */
export function quoteChanges(resting: readonly QuoteLevel[], wanted: readonly QuoteLevel[]): QuoteLevel[] {
  const wantedLots = lotsByKey(wanted);
  const restingLots = lotsByKey(resting);
  const changes: QuoteLevel[] = [];
  for (const level of resting) if (!wantedLots.has(keyOf(level))) changes.push({ ...level, lots: 0 as Lots });
  for (const level of wanted) if (restingLots.get(keyOf(level)) !== level.lots) changes.push(level);
  return changes;
}

function lotsByKey(levels: readonly QuoteLevel[]): Map<number, number> {
  const lots = new Map<number, number>();
  for (const level of levels) lots.set(keyOf(level), level.lots);
  return lots;
}

/** Returns true if the venue's best prices went through a quote of ours: whoever takes it gains what we lose. */
export function wouldCross(
  resting: readonly QuoteLevel[],
  book: VenueBook,
  symbol: QuotedSymbol,
  settings: TargetSettings,
): boolean {
  const bid = bestTicks(book.bids, 'buy', symbol, settings);
  const ask = bestTicks(book.asks, 'sell', symbol, settings);
  return resting.some(
    ({ side, priceTicks }) =>
      (side === 'buy' && ask !== null && priceTicks >= ask) ||
      (side === 'sell' && bid !== null && priceTicks <= bid),
  );
}

/** Returns the best price that would be quoted without any budget; null if none would. */
function bestTicks(
  levels: readonly VenueLevel[],
  side: Side,
  symbol: QuotedSymbol,
  { sizePpm, spreadPpm }: TargetSettings,
): number | null {
  const part = partOf(sizePpm, WHOLE_PPM);
  for (const { price, quantity } of levels) {
    const ticks = ticksOf(price, side, step(symbol.tickDecimal), spreadPpm);
    if (ticks > 0 && lotsOf(quantity, part, step(symbol.lotDecimal)) !== 0) return ticks;
  }
  return null;
}

function keyOf({ side, priceTicks }: QuoteLevel): number {
  return side === 'buy' ? priceTicks : -priceTicks;
}

function mirror(
  levels: readonly VenueLevel[],
  side: Side,
  symbol: QuotedSymbol,
  settings: TargetSettings,
  scalePpm: number,
): QuoteLevel[] {
  const mirrored: QuoteLevel[] = [];
  const tick = step(symbol.tickDecimal);
  const lot = step(symbol.lotDecimal);
  const part = partOf(settings.sizePpm, scalePpm);
  let last = 0;
  let sum = 0;
  const end = (): void => {
    if (sum > 0) mirrored.push({ side, priceTicks: last as PriceTicks, lots: sum as Lots });
  };
  for (const { price, quantity } of levels) {
    const ticks = ticksOf(price, side, tick, settings.spreadPpm);
    const lots = lotsOf(quantity, part, lot);
    if (ticks <= 0 || lots === 0) continue;
    if (ticks !== last) {
      end();
      if (mirrored.length === settings.levels) return mirrored;
      [last, sum] = [ticks, 0];
    }
    sum = Math.min(sum + lots, symbol.maxLots);
  }
  end();
  return mirrored;
}

/** Returns a price in our ticks, off the venue's by the spread: rounded down for a bid, up for an ask. */
function ticksOf(price: bigint, side: Side, tick: Step, spreadPpm: number): number {
  const number = Number(price);
  // most prices are whole numbers that a double holds exactly: no bigint is made for them
  if (spreadPpm === 0 && number + tick.number <= Number.MAX_SAFE_INTEGER)
    return quotient(side === 'buy' ? number : number + tick.number - 1, tick.number);
  const away = BigInt(spreadPpm);
  return Number(
    side === 'buy'
      ? (price * (PPM - away)) / PPM / tick.units
      : (price * (PPM + away) + PPM * tick.units - 1n) / (PPM * tick.units),
  );
}

/** Returns a part of a quantity in our lots, rounded down. */
function lotsOf(quantity: bigint, { of, outOf }: Part, lot: Step): number {
  const counted = Number(quantity) * of;
  const size = outOf * lot.number;
  if (counted <= Number.MAX_SAFE_INTEGER && size <= Number.MAX_SAFE_INTEGER) return quotient(counted, size);
  return Number((quantity * BigInt(of)) / (BigInt(outOf) * lot.units));
}

/** Divides whole numbers that are not negative, rounding down; exact where both are safe. */
function quotient(dividend: number, divisor: number): number {
  return (dividend - (dividend % divisor)) / divisor;
}

/** A part of a quantity, as a fraction in its lowest terms. */
interface Part {
  readonly of: number;
  readonly outOf: number;
}

/** Returns the product of two parts in parts per million. */
function partOf(sizePpm: number, scalePpm: number): Part {
  const of = BigInt(sizePpm) * BigInt(scalePpm);
  const common = commonDivisor(of, PPM * PPM);
  return { of: Number(of / common), outOf: Number((PPM * PPM) / common) };
}

function commonDivisor(left: bigint, right: bigint): bigint {
  return right === 0n ? left : commonDivisor(right, left % right);
}

function withinQuote(bids: readonly QuoteLevel[], tickLots: bigint): QuoteLevel[] {
  let spent: number | bigint = 0;
  const kept: QuoteLevel[] = [];
  for (const level of bids) {
    spent = added(spent, level);
    if (spent > tickLots) break;
    kept.push(level);
  }
  return kept;
}

/** Adds a level's ticks times lots, as a number while that is exact. */
function added(spent: number | bigint, { priceTicks, lots }: QuoteLevel): number | bigint {
  const sum = typeof spent === 'number' ? spent + priceTicks * lots : Number.POSITIVE_INFINITY;
  return sum <= Number.MAX_SAFE_INTEGER ? sum : BigInt(spent) + BigInt(priceTicks) * BigInt(lots);
}

function withinBase(asks: readonly QuoteLevel[], lots: number): QuoteLevel[] {
  let left = lots;
  const kept: QuoteLevel[] = [];
  for (const level of asks) {
    left -= level.lots;
    if (left < 0) break;
    kept.push(level);
  }
  return kept;
}

/** A step of prices or quantities, in units of the market's scale. */
interface Step {
  readonly units: bigint;
  readonly number: number;
}

/** There are few different ones. */
const steps = new Map<string, Step>();

function step(decimal: string): Step {
  const known = steps.get(decimal);
  if (known !== undefined) return known;
  const units = parseDecimal(decimal, MARKET_SCALE);
  if (units === null || units === 0n) throw new RangeError(`"${decimal}" is no step`);
  const read = { units, number: Number(units) };
  steps.set(decimal, read);
  return read;
}
