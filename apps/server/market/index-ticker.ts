import { type Engine, JournalError } from '@candor/journal';
import type { SymbolInfo, VenueQuote } from '@candor/kernel';
import { type PriceTicks, parseDecimal } from '@candor/money';
import { MARKET_SCALE } from '@candor/prices';
import type { VenueBook } from '../feeds/index.ts';

/** The grid of the index, in ms since 1970: a tick's number is its place on it. */
export const INDEX_GRID_MS = 250;
/** An unchanged quote is said again after this long, so that it does not count as stale. */
const REPEAT_MS = 1_500;
/** Ticks under way at most: a slow journal gets fewer ticks, not a queue of them. */
const MAX_UNDER_WAY = 8;

export interface IndexTickerOptions {
  readonly engine: Engine;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

interface Quote {
  readonly venueId: number;
  readonly symbol: SymbolInfo;
  readonly tick: bigint;
  bidTicks: number;
  askTicks: number;
  timeMs: number;
  sent: { readonly bidTicks: number; readonly askTicks: number; readonly timeMs: number } | null;
}

/** Journals the venues' raw quotes: every 250 ms one numbered tick with those that changed or would go stale. */
export class IndexTicker {
  readonly #options: IndexTickerOptions;
  readonly #symbols: ReadonlyMap<string, SymbolInfo>;
  readonly #quotes = new Map<string, Quote>();
  readonly #reported = new Set<string>();
  #lastTickNo: number;
  #underWay = 0;
  #timer: NodeJS.Timeout | null = null;
  #lastAnswer: Promise<unknown> = Promise.resolve();

  private constructor(options: IndexTickerOptions, symbols: readonly SymbolInfo[], lastTickNo: number) {
    this.#options = options;
    this.#symbols = new Map(symbols.map((symbol) => [symbol.name, symbol]));
    this.#lastTickNo = lastTickNo;
  }

  static async start(options: IndexTickerOptions): Promise<IndexTicker> {
    const [symbols, lastTickNo] = await options.engine.read((view) => {
      const listed = view.symbols();
      const ticks = listed.map(({ symbolId }) => view.index(symbolId)?.tickNo ?? 0);
      return [listed, Math.max(0, ...ticks)] as const;
    });
    const ticker = new IndexTicker(options, symbols, lastTickNo);
    ticker.#schedule();
    return ticker;
  }

  /** Takes a venue's book: bids are rounded down to the symbol's ticks, asks up, so that no spread narrows. */
  book(book: VenueBook): void {
    const symbol = this.#symbols.get(book.symbol);
    const [bid, ask] = [book.bids[0], book.asks[0]];
    if (symbol === undefined || bid === undefined || ask === undefined) return;
    const key = `${book.venueId} ${book.symbol}`;
    let quote = this.#quotes.get(key);
    if (quote === undefined) {
      const tick = parseDecimal(symbol.tickDecimal, MARKET_SCALE)!;
      quote = { venueId: book.venueId, symbol, tick, bidTicks: 0, askTicks: 0, timeMs: 0, sent: null };
      this.#quotes.set(key, quote);
    }
    quote.bidTicks = Number(bid.price / quote.tick);
    quote.askTicks = Number((ask.price + quote.tick - 1n) / quote.tick);
    quote.timeMs = book.timeMs;
  }

  /** Sends no more ticks; resolves when the last one is answered: answers come in order. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#lastAnswer;
  }

  #schedule(): void {
    const nowMs = this.#options.now();
    const waitMs = INDEX_GRID_MS - (nowMs % INDEX_GRID_MS);
    this.#timer = setTimeout(() => {
      this.#schedule();
      this.#tick();
    }, waitMs);
  }

  #tick(): void {
    if (this.#underWay >= MAX_UNDER_WAY) return;
    const tickNo = Math.max(Math.floor(this.#options.now() / INDEX_GRID_MS), this.#lastTickNo + 1);
    this.#lastTickNo = tickNo;
    const quotes = [...this.#quotes.values()].filter(isDue);
    for (const quote of quotes) {
      quote.sent = { bidTicks: quote.bidTicks, askTicks: quote.askTicks, timeMs: quote.timeMs };
    }
    const body = { type: 'indexTick', tickNo, quotes: quotes.map(toVenueQuote) } as const;
    this.#underWay += 1;
    const answered = this.#options.engine
      .submit({ userId: 0, key: null, bodyHash: null, body })
      .then(({ outcome }) => {
        if (!outcome.ok) this.#report(outcome.code, `An index tick was refused: ${outcome.code}`);
      })
      .catch((error: unknown) => {
        for (const quote of quotes) quote.sent = null;
        const code = error instanceof JournalError ? error.code : 'UNKNOWN';
        this.#report(
          code,
          `An index tick was not journaled: ${error instanceof Error ? error.message : error}`,
        );
      })
      .finally(() => {
        this.#underWay -= 1;
      });
    this.#lastAnswer = answered;
  }

  /** Says each kind of trouble once. */
  #report(code: string, line: string): void {
    if (this.#reported.has(code)) return;
    this.#reported.add(code);
    this.#options.log(line);
  }
}

function isDue({ bidTicks, askTicks, timeMs, sent }: Quote): boolean {
  if (sent === null || sent.bidTicks !== bidTicks || sent.askTicks !== askTicks) return true;
  return timeMs - sent.timeMs >= REPEAT_MS;
}

function toVenueQuote(quote: Quote): VenueQuote {
  return {
    venueId: quote.venueId,
    symbolId: quote.symbol.symbolId,
    bidTicks: quote.bidTicks as PriceTicks,
    askTicks: quote.askTicks as PriceTicks,
    venueTimeMs: quote.timeMs,
  };
}
