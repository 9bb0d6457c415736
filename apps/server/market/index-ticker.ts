import { type Engine, JournalError } from '@candor/journal';
import type { SymbolInfo } from '@candor/kernel';
import { INDEX_GRID_MS } from '@candor/prices';
import type { VenueBook } from '../feeds/index.ts';
import { VenueQuotes } from './venue-quotes.ts';

/** Ticks under way at most: a slow journal gets fewer ticks, not a queue of them. */
const MAX_UNDER_WAY = 8;
/** Numbers that ran ahead of the clock leave one place in so many out. */
const CATCH_UP = 4;

export interface IndexTickerOptions {
  readonly engine: Engine;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** Journals the venues' raw quotes: every 250 ms one numbered tick with those that changed or would go stale. */
export class IndexTicker {
  readonly #options: IndexTickerOptions;
  readonly #quotes: VenueQuotes;
  readonly #reported = new Set<string>();
  #lastTickNo: number;
  #underWay = 0;
  #timer: NodeJS.Timeout | null = null;
  #lastAnswer: Promise<unknown> = Promise.resolve();

  private constructor(options: IndexTickerOptions, symbols: readonly SymbolInfo[], lastTickNo: number) {
    this.#options = options;
    this.#quotes = new VenueQuotes(symbols);
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

  /** Takes a venue's book. */
  book(book: VenueBook): void {
    this.#quotes.take(book);
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
    const place = Math.floor(this.#options.now() / INDEX_GRID_MS);
    // A timer may fire a little early, in the place that has had its tick. A clock that went back has none to wait for.
    if (place === this.#lastTickNo || this.#underWay >= MAX_UNDER_WAY) return;
    // It runs ahead of the places then, and leaves one in four out until it is back: second contracts go by places.
    if (place < this.#lastTickNo && place % CATCH_UP === 0) return;
    const tickNo = Math.max(place, this.#lastTickNo + 1);
    this.#lastTickNo = tickNo;
    const body = { type: 'indexTick', tickNo, quotes: this.#quotes.takeDue() } as const;
    this.#underWay += 1;
    const answered = this.#options.engine
      .submit({ userId: 0, key: null, bodyHash: null, body })
      .then(({ outcome }) => {
        if (!outcome.ok) this.#report(outcome.code, `An index tick was refused: ${outcome.code}`);
      })
      .catch((error: unknown) => {
        this.#quotes.forgetSaid();
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
