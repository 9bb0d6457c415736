import { INDEX_STALE_MS, indexPrice, NO_TICK_HASH, PRACTICE_QUORUM, REAL_QUORUM } from '@candor/prices';
import type { Mode, VenueQuote } from './commands.ts';

export interface Venue {
  readonly venueId: number;
  readonly name: string;
  readonly weightPpm: number;
}

/** Last quote of a venue for a symbol. */
export interface HeldQuote {
  readonly venueId: number;
  readonly bidTicks: number;
  readonly askTicks: number;
  readonly timeMs: number;
}

export interface SymbolIndex {
  tickNo: number;
  timeMs: number;
  /** 0 while stale. */
  priceTicks: number;
  venuesUsed: number;
  readonly quotes: Map<number, HeldQuote>;
}

/** Keeps the venues' raw inputs and the index that follows from them. */
export class IndexKeeper {
  lastTickNo = 0;
  /** Time at which the last tick was chained, in ms: never after its command's time. */
  chainedMs = 0;
  /** The number of the last record in the recorder's chain; 0 before the first. */
  recordNo = 0;
  recordHash = NO_TICK_HASH;
  readonly venues = new Map<number, Venue>();
  readonly symbols = new Map<number, SymbolIndex>();

  /**
   * Takes over a quote of a tick that was chained at `chainedMs`. A venue's clock that runs ahead counts as that time, so
   * that it cannot keep a quote fresh.
   */
  hold(quote: VenueQuote, chainedMs: number): void {
    let symbol = this.symbols.get(quote.symbolId);
    if (symbol === undefined) {
      symbol = { tickNo: 0, timeMs: 0, priceTicks: 0, venuesUsed: 0, quotes: new Map() };
      this.symbols.set(quote.symbolId, symbol);
    }
    symbol.quotes.set(quote.venueId, {
      venueId: quote.venueId,
      bidTicks: quote.bidTicks,
      askTicks: quote.askTicks,
      timeMs: Math.min(quote.venueTimeMs, chainedMs),
    });
  }

  /** Recomputes a symbol's index; returns true when the price or the number of venues changed. */
  compute(symbol: SymbolIndex, tickNo: number, nowMs: number, mode: Mode): boolean {
    const inputs = [];
    for (const quote of symbol.quotes.values()) {
      inputs.push({ ...quote, weightPpm: this.venues.get(quote.venueId)!.weightPpm });
    }
    const quorum = mode === 'real' ? REAL_QUORUM : PRACTICE_QUORUM;
    const found = indexPrice(inputs, nowMs, { staleMs: INDEX_STALE_MS, quorum });
    const priceTicks = found.priceTicks ?? 0;
    const changed = priceTicks !== symbol.priceTicks || found.venuesUsed !== symbol.venuesUsed;
    symbol.tickNo = tickNo;
    symbol.timeMs = nowMs;
    symbol.priceTicks = priceTicks;
    symbol.venuesUsed = found.venuesUsed;
    return changed;
  }
}
