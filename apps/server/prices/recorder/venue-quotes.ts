import type { VenueQuote } from '@candor/kernel';
import { type PriceTicks, parseDecimal } from '@candor/money';
import { MARKET_SCALE } from '@candor/prices';
import { MAX_PRICE_TICKS } from '@candor/rules';
import type { VenueBook } from '../feeds/index.ts';
import type { RecordedSymbol } from './messages.ts';

/** An unchanged quote is said again after this long, so that it does not count as stale. */
const REPEAT_MS = 1_500;

interface Held {
  readonly venueId: number;
  readonly symbolId: number;
  readonly tick: bigint;
  bidTicks: number;
  askTicks: number;
  timeMs: number;
  said: VenueQuote | null;
}

/** The venues' best prices in our ticks, and which of them an index tick has to say. */
export class VenueQuotes {
  #symbols: ReadonlyMap<string, RecordedSymbol> = new Map();
  readonly #held = new Map<string, Held>();

  constructor(symbols: readonly RecordedSymbol[]) {
    this.setSymbols(symbols);
  }

  /** Sets the known symbols. The meaning of a symbol's name never changes. */
  setSymbols(symbols: readonly RecordedSymbol[]): void {
    this.#symbols = new Map(symbols.map((symbol) => [symbol.name, symbol]));
  }

  /** Takes a venue's book: bids are rounded down to the symbol's ticks, asks up, so that no spread narrows. */
  take(book: VenueBook): void {
    const symbol = this.#symbols.get(book.symbol);
    const [bid, ask] = [book.bids[0], book.asks[0]];
    if (symbol === undefined || bid === undefined || ask === undefined) return;
    const key = `${book.venueId} ${book.symbol}`;
    let held = this.#held.get(key);
    if (held === undefined) {
      const { venueId } = book;
      const tick = parseDecimal(symbol.tickDecimal, MARKET_SCALE)!;
      held = { venueId, symbolId: symbol.symbolId, tick, bidTicks: 0, askTicks: 0, timeMs: 0, said: null };
      this.#held.set(key, held);
    }
    const bidTicks = Number(bid.price / held.tick);
    const askTicks = Number((ask.price + held.tick - 1n) / held.tick);
    // The kernel refuses an invalid price, and with it the rest of the chain, so such a quote is omitted.
    if (!isPrice(bidTicks) || !isPrice(askTicks) || !Number.isSafeInteger(book.timeMs)) return;
    held.bidTicks = bidTicks;
    held.askTicks = askTicks;
    held.timeMs = book.timeMs;
  }

  /** Marks all quotes as not sent, because the earlier ones may not have been received. */
  forgetSaid(): void {
    for (const held of this.#held.values()) held.said = null;
  }

  /** The quotes that changed since they were said, or would go stale; from now on they count as said. */
  takeDue(): VenueQuote[] {
    const due: VenueQuote[] = [];
    for (const held of this.#held.values()) {
      if (!isDue(held)) continue;
      held.said = {
        venueId: held.venueId,
        symbolId: held.symbolId,
        bidTicks: held.bidTicks as PriceTicks,
        askTicks: held.askTicks as PriceTicks,
        venueTimeMs: held.timeMs,
      };
      due.push(held.said);
    }
    return due;
  }
}

function isPrice(ticks: number): boolean {
  return ticks >= 0 && ticks <= MAX_PRICE_TICKS;
}

function isDue({ bidTicks, askTicks, timeMs, said }: Held): boolean {
  if (said === null || said.bidTicks !== bidTicks || said.askTicks !== askTicks) return true;
  return timeMs - said.venueTimeMs >= REPEAT_MS;
}
