import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, JournalError } from '@candor/journal';
import type { BalanceView, KernelView, OpenOrderView, QuoteLevel, SymbolInfo } from '@candor/kernel';
import { type Amount, type Lots, mulDivFloor, ZERO } from '@candor/money';
import type { VenueBook } from '../feeds/index.ts';
import { type HouseHolding, inventoryScale, isAtEnd } from './inventory.ts';
import { type Budget, quoteChanges, type TargetSettings, targetQuotes, wouldCross } from './target.ts';

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

export const MAKER_SETTINGS: MakerSettings = {
  levels: 20,
  sizePpm: 500_000,
  spreadPpm: 0,
  everyMs: 500,
  urgentMs: 250,
  staleMs: 5_000,
  equityFloorPpm: 100_000,
};

export interface MarketMakerOptions {
  readonly engine: Engine;
  readonly userId: number;
  /** The venue whose books are mirrored. */
  readonly venueId: number;
  /** What the house was funded with, by asset id. */
  readonly funding: ReadonlyMap<number, Amount>;
  readonly settings: MakerSettings;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** Quoting, paused by a stale feed, or at the end of the house's equity. */
export type MakerPhase = 'quoting' | 'paused' | 'ended' | 'stopped';

interface State {
  readonly symbols: readonly SymbolInfo[];
  readonly balances: ReadonlyMap<number, BalanceView>;
  readonly orders: ReadonlyMap<number, readonly OpenOrderView[]>;
  readonly indexTicks: ReadonlyMap<number, number | null>;
}

const CYCLE_MS = 125;
/** A reserve that is never quoted, for fees and rounding. */
const USABLE_PPM = 950_000n;
const PPM = 1_000_000n;

/**
 * The house market maker: mirrors a venue's book with quotes of its own funded account, through the same engine as
 * everybody. It sends only what changes, takes users' resting orders where the venue's price went through them, and
 * has limits of inventory and an end.
 */
export class MarketMaker {
  readonly #options: MarketMakerOptions;
  readonly #books = new Map<string, VenueBook>();
  readonly #quotedMs = new Map<number, number>();
  readonly #reported = new Set<string>();
  readonly #stopping = new AbortController();
  #phase: MakerPhase = 'paused';
  #running: Promise<void> = Promise.resolve();

  constructor(options: MarketMakerOptions) {
    this.#options = options;
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

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#attempt(() => this.#cycle());
      await sleep(CYCLE_MS, undefined, { signal }).catch(() => {});
    }
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const code = error instanceof JournalError ? error.code : String(error);
      this.#report(code, `The market maker waits: ${error instanceof Error ? error.message : error}`);
    }
  }

  async #cycle(): Promise<void> {
    const { engine, userId } = this.#options;
    const state = await engine.read((view) => readState(view, userId));
    this.#judge(state);
    await Promise.all(state.symbols.map((symbol) => this.#requote(symbol, state)));
  }

  #judge(state: State): void {
    if (this.#phase === 'stopped' || this.#phase === 'ended') return;
    const fresh = state.symbols.some((symbol) => this.#freshBook(symbol) !== null);
    this.#phase = fresh ? 'quoting' : 'paused';
    if (!isAtEnd(holdingsOf(state, this.#options.funding), this.#options.settings.equityFloorPpm)) return;
    this.#phase = 'ended';
    this.#options.log('The house market maker is at the end of its equity: its quotes stop');
  }

  async #requote(symbol: SymbolInfo, state: State): Promise<void> {
    const { engine, userId, now } = this.#options;
    const resting = (state.orders.get(symbol.symbolId) ?? []).map(toLevel);
    const book = this.#phase === 'quoting' && symbol.state !== 'halted' ? this.#freshBook(symbol) : null;
    if (book !== null && !this.#isDue(symbol, book, resting)) return;
    const wanted = book === null ? [] : this.#wanted(symbol, book, state);
    const levels = quoteChanges(resting, wanted);
    if (book !== null) this.#quotedMs.set(symbol.symbolId, now());
    if (levels.length === 0) return;
    const body = { type: 'massQuote', symbolId: symbol.symbolId, levels } as const;
    const { outcome } = await engine.submit({ userId, key: null, bodyHash: null, body });
    if (outcome.ok) return;
    this.#report(`${symbol.name} ${outcome.code}`, `Quotes of ${symbol.name} were refused: ${outcome.code}`);
  }

  #wanted(symbol: SymbolInfo, book: VenueBook, state: State): QuoteLevel[] {
    return targetQuotes(book, symbol, this.#options.settings, budgetOf(symbol, state, this.#options.funding));
  }

  #freshBook(symbol: SymbolInfo): VenueBook | null {
    const book = this.#books.get(symbol.name);
    if (book === undefined || this.#options.now() - book.timeMs > this.#options.settings.staleMs) return null;
    return book;
  }

  #isDue(symbol: SymbolInfo, book: VenueBook, resting: readonly QuoteLevel[]): boolean {
    const { everyMs, urgentMs } = this.#options.settings;
    const sinceMs = this.#options.now() - (this.#quotedMs.get(symbol.symbolId) ?? 0);
    if (sinceMs >= everyMs) return true;
    if (sinceMs < urgentMs) return false;
    return wouldCross(resting, book, symbol, this.#options.settings);
  }

  /** Says each kind of trouble once. */
  #report(kind: string, line: string): void {
    if (this.#reported.has(kind)) return;
    this.#reported.add(kind);
    this.#options.log(line);
  }
}

function readState(view: KernelView, userId: number): State {
  const symbols = view.symbols();
  const orders = new Map<number, OpenOrderView[]>();
  for (const order of view.openOrders(userId, null)) {
    const ofSymbol = orders.get(order.symbolId);
    if (ofSymbol === undefined) orders.set(order.symbolId, [order]);
    else ofSymbol.push(order);
  }
  return {
    symbols,
    balances: new Map(view.balances(userId).map((balance) => [balance.assetId, balance])),
    orders,
    indexTicks: new Map(symbols.map(({ symbolId }) => [symbolId, view.index(symbolId)?.priceTicks ?? null])),
  };
}

function toLevel(order: OpenOrderView): QuoteLevel {
  return { side: order.side, priceTicks: order.priceTicks, lots: (order.lots - order.filledLots) as Lots };
}

function totalOf(state: State, assetId: number): Amount {
  const balance = state.balances.get(assetId);
  return balance === undefined ? ZERO : ((balance.available + balance.held) as Amount);
}

/** Every symbol gets an even share of the quote coin; a base coin serves one symbol. */
function budgetOf(symbol: SymbolInfo, state: State, funding: ReadonlyMap<number, Amount>): Budget {
  const base = totalOf(state, symbol.baseAssetId);
  const quote = totalOf(state, symbol.quoteAssetId);
  const sharers = state.symbols.filter(({ quoteAssetId }) => quoteAssetId === symbol.quoteAssetId).length;
  return {
    askLots: Number((base * USABLE_PPM) / PPM / symbol.basePerLot),
    bidTickLots: (quote * USABLE_PPM) / PPM / BigInt(sharers) / symbol.quotePerTickLot,
    ...inventoryScale(base, funding.get(symbol.baseAssetId) ?? ZERO),
  };
}

function holdingsOf(state: State, funding: ReadonlyMap<number, Amount>): HouseHolding[] {
  const holdings: HouseHolding[] = [];
  const quotes = new Set<number>();
  for (const symbol of state.symbols) {
    const total = totalOf(state, symbol.baseAssetId);
    const funded = funding.get(symbol.baseAssetId) ?? ZERO;
    const ticks = state.indexTicks.get(symbol.symbolId) ?? null;
    const worth = (amount: Amount) =>
      ticks === null
        ? null
        : (mulDivFloor(amount, BigInt(ticks) * symbol.quotePerTickLot, symbol.basePerLot) as Amount);
    holdings.push({ worth: worth(total), fundedWorth: worth(funded) });
    quotes.add(symbol.quoteAssetId);
  }
  for (const assetId of quotes) {
    const total = totalOf(state, assetId);
    const funded = funding.get(assetId) ?? ZERO;
    holdings.push({ worth: total, fundedWorth: funded });
  }
  return holdings;
}
