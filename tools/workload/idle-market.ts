import type { Submission } from '@candor/journal';
import type { PerpetualInfo, QuoteLevel, SymbolInfo } from '@candor/kernel';
import { INDEX_GRID_MS, NO_TICK_HASH, tickHash } from '@candor/prices';
import { SIMULATED_VENUES, type VenueBook } from '../../apps/server/prices/feeds/index.ts';
import { SimulatedMarket } from '../../apps/server/prices/feeds/simulator/simulated-market.ts';
import { HOUSE_USER_ID } from '../../apps/server/prices/listing/index.ts';
import { VenueQuotes } from '../../apps/server/prices/recorder/index.ts';
import {
  CONTRACT_MAKER_SETTINGS,
  MAKER_SETTINGS,
  type MakerSettings,
} from '../../apps/server/trading/maker/index.ts';
import { QUOTE_TICKS, RENEW_TICKS } from '../../apps/server/trading/maker/quoting.ts';
import { quoteChanges, targetQuotes, UNBOUNDED, wouldCross } from '../../apps/server/trading/maker/target.ts';

export interface Timed {
  readonly timeMs: number;
  readonly submission: Submission;
}

/**
 * Yields the journal of a demo that nobody uses, without waiting for it: the index ticks and the house's quotes over a
 * simulated market, by the same rules as in the running program.
 */
export function* idleMarket(
  seed: Uint8Array,
  symbols: readonly SymbolInfo[],
  contracts: readonly PerpetualInfo[],
  fromMs: number,
  untilMs: number,
): Generator<Timed> {
  const market = new SimulatedMarket(seed, SIMULATED_VENUES.length);
  const quotes = new VenueQuotes(symbols);
  const houses: House[] = [
    ...symbols.map((symbol) => newHouse('massQuote', symbol, symbol.name)),
    ...contracts.map((contract) => {
      const index = symbols.find(({ symbolId }) => symbolId === contract.indexSymbolId);
      return newHouse('perpetualMassQuote', contract, index?.name ?? '');
    }),
  ];
  const firstTick = Math.ceil(fromMs / INDEX_GRID_MS);
  let previousHash = NO_TICK_HASH;
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
    const tick = { tickNo, chainedMs: timeMs, quotes: quotes.takeDue() };
    const at = { no: tickNo - firstTick + 1, previousHash };
    const record = { ...at, hash: tickHash({ ...at, ...tick }) };
    previousHash = record.hash;
    yield { timeMs, submission: submissionOf(0, { type: 'indexTick', ...tick, record }) };
    for (const house of houses) {
      const book = primary.get(house.venueSymbol)!;
      const levels = requote(house, book, timeMs);
      const isEnding = house.endTickNo - tickNo <= RENEW_TICKS;
      if (levels.length === 0 && !isEnding) continue;
      house.endTickNo = tickNo + QUOTE_TICKS;
      const { symbolId } = house.symbol;
      const body = { type: house.type, symbolId, expiresTickNo: house.endTickNo, levels };
      yield { timeMs, submission: submissionOf(HOUSE_USER_ID, body) };
    }
  }
}

/** The house's quotes in one book. */
interface House {
  readonly type: 'massQuote' | 'perpetualMassQuote';
  readonly symbol: SymbolInfo | PerpetualInfo;
  readonly venueSymbol: string;
  readonly settings: MakerSettings;
  resting: QuoteLevel[];
  quotedMs: number;
  endTickNo: number;
}

function newHouse(type: House['type'], symbol: House['symbol'], venueSymbol: string): House {
  const settings = type === 'massQuote' ? MAKER_SETTINGS : CONTRACT_MAKER_SETTINGS;
  return { type, symbol, venueSymbol, settings, resting: [], quotedMs: 0, endTickNo: 0 };
}

function requote(house: House, book: VenueBook, timeMs: number): QuoteLevel[] {
  const { symbol, resting, settings } = house;
  const sinceMs = timeMs - house.quotedMs;
  if (sinceMs < settings.everyMs && !wouldCross(resting, book, symbol, settings)) return [];
  house.quotedMs = timeMs;
  house.resting = targetQuotes(book, symbol, settings, UNBOUNDED);
  return quoteChanges(resting, house.resting);
}

function submissionOf(userId: number, body: Submission['body']): Submission {
  return { userId, key: null, bodyHash: null, body };
}
