import { JournalError } from '@candor/journal';
import type { QuoteLevel } from '@candor/kernel';
import type { CoreLink } from '../../engine/core/index.ts';
import type { VenueBook } from '../../prices/feeds/index.ts';
import type { Quoted } from './queries.ts';
import { quoteChanges, type TargetSettings, wouldCross } from './target.ts';

export interface MakerSettings extends TargetSettings {
  /** Requotes of a symbol are at least this far apart … */
  readonly everyMs: number;
  /** … unless the venue's price went through a quote of ours: then this far. */
  readonly urgentMs: number;
  /** A venue's book older than this is not mirrored: the quotes are withdrawn. */
  readonly staleMs: number;
  /** Below this part of its funding's worth, in parts per million, the house stops for good. */
  readonly equityFloorPpm: number;
}

export interface QuotingOptions {
  readonly core: CoreLink;
  readonly userId: number;
  /** The venue whose books are mirrored. */
  readonly venueId: number;
  readonly settings: MakerSettings;
  /**
   * The number of the newest index tick that came with the venues' books; null before the first. Quotes end a little
   * later, unless they are renewed. Absent, they have no end.
   */
  readonly newestTick?: () => number | null;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** Ticks after the newest one at which quotes end: 2 s. */
export const QUOTE_TICKS = 8;
/** Quotes that end within so many ticks are renewed: 1 s. */
export const RENEW_TICKS = 4;

/** While ticks arrive, each starts a turn; without one a turn starts after this long. */
const LONGEST_PAUSE_MS = 1_000;
/** Ticks are not exactly on their grid: a requote that is due within this is due now. */
const GRID_SLACK_MS = 50;

/**
 * Refusals that pass by themselves, so that the next turn quotes again: the quotes were held up past their end, or no
 * tick has come yet since the exchange was down.
 */
const PASSING: ReadonlySet<string> = new Set(['TICK_OUT_OF_ORDER', 'INDEX_STALE']);

/** Quoting, paused by a stale feed, or at the end of the house's equity. */
export type MakerPhase = 'quoting' | 'paused' | 'ended' | 'stopped';

/** The part of a maker that is specific to a product. */
export interface MakerDesk<Q extends Quoted, S extends { readonly quoted: readonly Q[] }> {
  /** Name in the log. */
  readonly name: string;
  /** The time between turns while no ticks arrive. */
  readonly cycleMs: number;
  readonly command: 'massQuote' | 'perpetualMassQuote';
  /** Log line written when the equity is used up. */
  readonly endLine: string;
  /** Null where there is nothing to quote. */
  read(): Promise<S | null>;
  isAtEnd(state: S): boolean;
  wanted(quoted: Q, book: VenueBook, state: S): QuoteLevel[];
}

/**
 * The house's quotes: mirrors a venue's books from its own funded account, through the same core as any other user.
 * It sends only changes, withdraws quotes when the feed is stale, and can be stopped.
 */
export class Quoting<Q extends Quoted, S extends { readonly quoted: readonly Q[] }> {
  readonly #options: QuotingOptions;
  readonly #desk: MakerDesk<Q, S>;
  readonly #books = new Map<string, VenueBook>();
  readonly #quotedMs = new Map<number, number>();
  /** By symbol, the tick at which its quotes end. */
  readonly #ends = new Map<number, number>();
  readonly #reported = new Set<string>();
  readonly #stopping = new AbortController();
  #phase: MakerPhase = 'paused';
  #isWoken = false;
  /** State as of the last turn that read; only used to see whether a turn has anything to do. */
  #last: S | null = null;
  #endPause: (() => void) | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(options: QuotingOptions, desk: MakerDesk<Q, S>) {
    this.#options = options;
    this.#desk = desk;
  }

  get phase(): MakerPhase {
    return this.#phase;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Withdraws all quotes and ends. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.#phase = 'stopped';
    this.#books.clear();
    await this.#attempt(() => this.#cycle());
  }

  /** Takes a venue's book; those of other venues are not mirrored. */
  book(book: VenueBook): void {
    if (book.venueId === this.#options.venueId) this.#books.set(book.symbol, book);
  }

  /** Starts the next turn now: the venue's prices changed. */
  wake(): void {
    this.#isWoken = true;
    this.#endPause?.();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#attempt(() => this.#cycle());
      await this.#pause(signal);
    }
  }

  /** Waits for the next tick, or for the time of a turn. */
  async #pause(signal: AbortSignal): Promise<void> {
    if (!this.#isWoken && !signal.aborted)
      await new Promise<void>((resolve) => {
        const hasTicks = this.#options.newestTick?.() != null;
        const timer = setTimeout(resolve, hasTicks ? LONGEST_PAUSE_MS : this.#desk.cycleMs);
        this.#endPause = () => {
          clearTimeout(timer);
          resolve();
        };
        signal.addEventListener('abort', this.#endPause, { once: true });
      });
    if (this.#endPause !== null) signal.removeEventListener('abort', this.#endPause);
    this.#endPause = null;
    this.#isWoken = false;
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const code = error instanceof JournalError ? error.code : String(error);
      const why = error instanceof Error ? error.message : error;
      this.#report(code, `The ${this.#desk.name} waits: ${why}`);
    }
  }

  async #cycle(): Promise<void> {
    if (!this.#mayAct()) return;
    const state = await this.#desk.read();
    this.#last = state;
    if (state === null) return;
    this.#judge(state);
    await Promise.all(state.quoted.map((quoted) => this.#requote(quoted, state)));
  }

  /**
   * False if all quotes stand and none is due: most turns, which then cost the core no query. What happened to a quote
   * since the last read is found at its next due time, as before.
   */
  #mayAct(): boolean {
    const newest = this.#options.newestTick?.();
    if (this.#last === null || this.#phase !== 'quoting' || newest == null) return true;
    return this.#last.quoted.some((quoted) => {
      const book = this.#freshBook(quoted);
      return book === null || this.#isDue(quoted, book) || this.#isEnding(quoted, newest);
    });
  }

  #judge(state: S): void {
    if (this.#phase === 'stopped' || this.#phase === 'ended') return;
    this.#phase = state.quoted.some((each) => this.#freshBook(each) !== null) ? 'quoting' : 'paused';
    if (!this.#desk.isAtEnd(state)) return;
    this.#phase = 'ended';
    this.#options.log(this.#desk.endLine);
  }

  async #requote(quoted: Q, state: S): Promise<void> {
    const { core, userId, now } = this.#options;
    const { symbolId, name } = quoted.symbol;
    const newest = this.#options.newestTick?.();
    const mayQuote = this.#phase === 'quoting' && quoted.isOpen && newest !== null;
    const book = mayQuote ? this.#freshBook(quoted) : null;
    const isDue = book === null || this.#isDue(quoted, book);
    const isEnding = newest != null && this.#isEnding(quoted, newest);
    if (!isDue && !isEnding) return;
    const wanted = book === null ? [] : this.#desk.wanted(quoted, book, state);
    // quotes that only go on are those that the venue's price has not gone through
    const levels = isDue ? quoteChanges(quoted.resting, wanted) : [];
    if (book !== null && isDue) this.#quotedMs.set(symbolId, now());
    if (levels.length === 0 && (book === null || !isEnding)) return;
    const end = newest == null ? {} : { expiresTickNo: newest + QUOTE_TICKS };
    const body = { type: this.#desk.command, symbolId, ...end, levels };
    const { outcome } = await core.submit({ userId, key: null, bodyHash: null, body });
    if (outcome.ok) {
      if (end.expiresTickNo !== undefined) this.#ends.set(symbolId, end.expiresTickNo);
      return;
    }
    if (PASSING.has(outcome.code)) return;
    this.#report(`${name} ${outcome.code}`, `Quotes of ${name} were refused: ${outcome.code}`);
  }

  #freshBook({ venueSymbol }: Q): VenueBook | null {
    const book = this.#books.get(venueSymbol);
    if (book === undefined || this.#options.now() - book.timeMs > this.#options.settings.staleMs) return null;
    return book;
  }

  #isEnding({ symbol, resting }: Q, newest: number): boolean {
    return resting.length > 0 && (this.#ends.get(symbol.symbolId) ?? 0) - newest <= RENEW_TICKS;
  }

  #isDue({ symbol, resting }: Q, book: VenueBook): boolean {
    const { everyMs, urgentMs } = this.#options.settings;
    const sinceMs = this.#options.now() - (this.#quotedMs.get(symbol.symbolId) ?? 0) + GRID_SLACK_MS;
    if (sinceMs >= everyMs) return true;
    if (sinceMs < urgentMs) return false;
    return resting.length === 0 || wouldCross(resting, book, symbol, this.#options.settings);
  }

  /** Says each kind of trouble once. */
  #report(kind: string, line: string): void {
    if (this.#reported.has(kind)) return;
    this.#reported.add(kind);
    this.#options.log(line);
  }
}
