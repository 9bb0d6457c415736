import type { Submission } from '@candor/journal';
import type { QuoteLevel, SymbolInfo } from '@candor/kernel';
import { INDEX_GRID_MS } from '@candor/prices';
import { SIMULATED_VENUES, type VenueBook } from '../../apps/server/feeds/index.ts';
import { SimulatedMarket } from '../../apps/server/feeds/simulator/simulated-market.ts';
import { HOUSE_USER_ID } from '../../apps/server/listing/index.ts';
import { MAKER_SETTINGS } from '../../apps/server/maker/index.ts';
import { quoteChanges, targetQuotes, UNBOUNDED, wouldCross } from '../../apps/server/maker/target.ts';
import { VenueQuotes } from '../../apps/server/market/venue-quotes.ts';

export interface Timed {
  readonly timeMs: number;
  readonly submission: Submission;
}

/**
 * What a demo that nobody uses journals, without waiting for it: the index ticks and the house's quotes over a
 * simulated market, by the same rules as in the running program.
 */
export function* idleMarket(
  seed: Uint8Array,
  symbols: readonly SymbolInfo[],
  fromMs: number,
  untilMs: number,
): Generator<Timed> {
  const market = new SimulatedMarket(seed, SIMULATED_VENUES.length);
  const quotes = new VenueQuotes(symbols);
  const houses = symbols.map((symbol) => ({ symbol, resting: [] as QuoteLevel[], quotedMs: 0 }));
  const firstTick = Math.ceil(fromMs / INDEX_GRID_MS);
  for (let tickNo = firstTick; tickNo * INDEX_GRID_MS < untilMs; tickNo++) {
    const timeMs = tickNo * INDEX_GRID_MS;
    const primary = new Map<string, VenueBook>();
    for (const { name } of symbols) {
      for (const [at, { venueId }] of SIMULATED_VENUES.entries()) {
        const book = { venueId, symbol: name, timeMs, ...market.book(name, at, timeMs) };
        quotes.take(book);
        if (at === 0) primary.set(name, book);
      }
    }
    yield { timeMs, submission: submissionOf(0, { type: 'indexTick', tickNo, quotes: quotes.takeDue() }) };
    for (const house of houses) {
      const book = primary.get(house.symbol.name)!;
      const levels = requote(house, book, timeMs);
      if (levels.length === 0) continue;
      const body = { type: 'massQuote', symbolId: house.symbol.symbolId, levels } as const;
      yield { timeMs, submission: submissionOf(HOUSE_USER_ID, body) };
    }
  }
}

function requote(
  house: { readonly symbol: SymbolInfo; resting: QuoteLevel[]; quotedMs: number },
  book: VenueBook,
  timeMs: number,
): QuoteLevel[] {
  const { symbol, resting } = house;
  const sinceMs = timeMs - house.quotedMs;
  if (sinceMs < MAKER_SETTINGS.everyMs && !wouldCross(resting, book, symbol, MAKER_SETTINGS)) return [];
  house.quotedMs = timeMs;
  house.resting = targetQuotes(book, symbol, MAKER_SETTINGS, UNBOUNDED);
  return quoteChanges(resting, house.resting);
}

function submissionOf(userId: number, body: Submission['body']): Submission {
  return { userId, key: null, bodyHash: null, body };
}
