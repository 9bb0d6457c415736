import type { QuoteLevel, Side, SymbolInfo } from '@candor/kernel';
import { type Lots, type PriceTicks, parseDecimal } from '@candor/money';
import { MARKET_SCALE } from '@candor/prices';
import type { VenueBook, VenueLevel } from '../feeds/index.ts';

const PPM = 1_000_000n;

/** Fields of a symbol that quotes need: its steps and the largest quantity. */
export type QuotedSymbol = Pick<SymbolInfo, 'tickDecimal' | 'lotDecimal' | 'maxLots'>;

export interface TargetSettings {
  /** Levels a side. */
  readonly levels: number;
  /** Our quantity as a part of the venue's, in parts per million. */
  readonly sizePpm: number;
  /** How far the quotes stand off the venue's prices, each side, in parts per million. */
  readonly spreadPpm: number;
}

/** How much of each side may be quoted. */
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
  askScalePpm: Number(PPM),
  bidScalePpm: Number(PPM),
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
  const steps = { tick: step(symbol.tickDecimal), lot: step(symbol.lotDecimal) };
  const bids = mirror(book.bids, 'buy', symbol, settings, budget.bidScalePpm, steps);
  const asks = mirror(book.asks, 'sell', symbol, settings, budget.askScalePpm, steps);
  return [...withinQuote(bids, budget.bidTickLots), ...withinBase(asks, budget.askLots)];
}

/** The changes that lead from the quotes that rest to those wanted; what goes comes first, so that our own never meet. */
export function quoteChanges(resting: readonly QuoteLevel[], wanted: readonly QuoteLevel[]): QuoteLevel[] {
  const wantedByKey = new Map(wanted.map((level) => [keyOf(level), level]));
  const restingByKey = new Map(resting.map((level) => [keyOf(level), level]));
  const gone = resting.filter((level) => !wantedByKey.has(keyOf(level)));
  const changed = wanted.filter((level) => restingByKey.get(keyOf(level))?.lots !== level.lots);
  return [...gone.map((level) => ({ ...level, lots: 0 as Lots })), ...changed];
}

/** Returns true if the venue's best prices went through a quote of ours: whoever takes it gains what we lose. */
export function wouldCross(
  resting: readonly QuoteLevel[],
  book: VenueBook,
  symbol: QuotedSymbol,
  settings: TargetSettings,
): boolean {
  const tops = targetQuotes(book, symbol, { ...settings, levels: 1 }, UNBOUNDED);
  const bid = tops.find(({ side }) => side === 'buy')?.priceTicks;
  const ask = tops.find(({ side }) => side === 'sell')?.priceTicks;
  return resting.some(
    ({ side, priceTicks }) =>
      (side === 'buy' && ask !== undefined && priceTicks >= ask) ||
      (side === 'sell' && bid !== undefined && priceTicks <= bid),
  );
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
  steps: { readonly tick: bigint; readonly lot: bigint },
): QuoteLevel[] {
  const byTicks = new Map<number, number>();
  const away = BigInt(settings.spreadPpm);
  for (const level of levels) {
    const ticks =
      side === 'buy'
        ? (level.price * (PPM - away)) / PPM / steps.tick
        : (level.price * (PPM + away) + PPM * steps.tick - 1n) / (PPM * steps.tick);
    const quantity = (level.quantity * BigInt(settings.sizePpm) * BigInt(scalePpm)) / (PPM * PPM);
    const lots = Number(quantity / steps.lot);
    if (ticks <= 0n || lots === 0) continue;
    const price = Number(ticks);
    if (!byTicks.has(price) && byTicks.size === settings.levels) break;
    byTicks.set(price, Math.min((byTicks.get(price) ?? 0) + lots, symbol.maxLots));
  }
  return [...byTicks].map(([priceTicks, lots]) => ({
    side,
    priceTicks: priceTicks as PriceTicks,
    lots: lots as Lots,
  }));
}

function withinQuote(bids: readonly QuoteLevel[], tickLots: bigint): QuoteLevel[] {
  let left = tickLots;
  const kept: QuoteLevel[] = [];
  for (const level of bids) {
    left -= BigInt(level.priceTicks) * BigInt(level.lots);
    if (left < 0n) break;
    kept.push(level);
  }
  return kept;
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

function step(decimal: string): bigint {
  const units = parseDecimal(decimal, MARKET_SCALE);
  if (units === null || units === 0n) throw new RangeError(`"${decimal}" is no step`);
  return units;
}
