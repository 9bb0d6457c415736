import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, JournalError } from '@candor/journal';
import type { KernelView, PerpetualInfo, PerpetualOrderView, QuoteLevel } from '@candor/kernel';
import type { Amount, Lots } from '@candor/money';
import type { VenueBook } from '../feeds/index.ts';
import { ramp } from './inventory.ts';
import type { MakerSettings } from './market-maker.ts';
import { type Budget, quoteChanges, targetQuotes, wouldCross } from './target.ts';

/** Fewer levels than spot and calmer ones: what moves a contract's price is its index, whose book spot mirrors. */
export const CONTRACT_MAKER_SETTINGS: MakerSettings = {
  levels: 10,
  sizePpm: 500_000,
  spreadPpm: 0,
  everyMs: 2_000,
  urgentMs: 250,
  staleMs: 5_000,
  equityFloorPpm: 100_000,
};

export interface ContractMakerOptions {
  readonly engine: Engine;
  readonly userId: number;
  /** The venue whose books are mirrored. */
  readonly venueId: number;
  /** What the house's contract wallet was funded with. */
  readonly funding: Amount;
  readonly settings: MakerSettings;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

export type ContractMakerPhase = 'quoting' | 'paused' | 'ended' | 'stopped';

interface Quoted {
  readonly contract: PerpetualInfo;
  readonly indexSymbol: string;
  readonly resting: readonly QuoteLevel[];
  /** Lots of the house's position: above 0 long. */
  readonly lots: number;
  readonly leverage: number;
  readonly markTicks: number | null;
  readonly stale: boolean;
}

interface State {
  readonly quoted: readonly Quoted[];
  /** Wallet and unrealised profit. */
  readonly equity: bigint;
}

const CYCLE_MS = 250;
const PPM = 1_000_000n;
const FULL_PPM = 1_000_000;
/** Of the house's equity this much may stand as the margin of quotes; the rest is for positions and losses. */
const QUOTED_PPM = 300_000n;
/** The house's position in one contract is at most so many times its even share of the equity … */
const MOST_SHARES = 3n;
/** … and from this part of that on it quotes less on the side that would add to it. */
const RAMP_FROM_PPM = 300_000;

/**
 * The house's quotes in contracts: a venue's book of the index symbol, mirrored with the house's own contract wallet.
 * The nearer its position comes to its limit, the less it quotes on the side that would add to it; at the end of its
 * equity its quotes stop.
 */
export class ContractMaker {
  readonly #options: ContractMakerOptions;
  readonly #books = new Map<string, VenueBook>();
  readonly #quotedMs = new Map<number, number>();
  readonly #reported = new Set<string>();
  readonly #stopping = new AbortController();
  #phase: ContractMakerPhase = 'paused';
  #running: Promise<void> = Promise.resolve();

  constructor(options: ContractMakerOptions) {
    this.#options = options;
  }

  get phase(): ContractMakerPhase {
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
      this.#report(code, `The contract maker waits: ${error instanceof Error ? error.message : error}`);
    }
  }

  async #cycle(): Promise<void> {
    const { engine, userId } = this.#options;
    const state = await engine.read((view) => readState(view, userId));
    if (state === null) return;
    this.#judge(state);
    await Promise.all(state.quoted.map((quoted) => this.#requote(quoted, state)));
  }

  #judge({ quoted, equity }: State): void {
    if (this.#phase === 'stopped' || this.#phase === 'ended') return;
    const { funding, settings, log } = this.#options;
    this.#phase = quoted.some((each) => this.#freshBook(each) !== null) ? 'quoting' : 'paused';
    if (equity * PPM >= funding * BigInt(settings.equityFloorPpm)) return;
    this.#phase = 'ended';
    log('The house’s contract wallet is at the end of its equity: its quotes in contracts stop');
  }

  async #requote(quoted: Quoted, state: State): Promise<void> {
    const { engine, userId, now, settings } = this.#options;
    const { contract, resting } = quoted;
    const quotes = this.#phase === 'quoting' && contract.state !== 'halted' && !quoted.stale;
    const book = quotes ? this.#freshBook(quoted) : null;
    if (book !== null && !this.#isDue(quoted, book)) return;
    const wanted =
      book === null
        ? []
        : targetQuotes(book, contract, settings, budgetOf(quoted, state)).filter(withinBand(quoted));
    const levels = quoteChanges(resting, wanted);
    if (book !== null) this.#quotedMs.set(contract.symbolId, now());
    if (levels.length === 0) return;
    const body = { type: 'perpetualMassQuote', symbolId: contract.symbolId, levels } as const;
    const { outcome } = await engine.submit({ userId, key: null, bodyHash: null, body });
    if (outcome.ok) return;
    this.#report(
      `${contract.name} ${outcome.code}`,
      `Quotes of ${contract.name} were refused: ${outcome.code}`,
    );
  }

  #freshBook({ indexSymbol }: Quoted): VenueBook | null {
    const book = this.#books.get(indexSymbol);
    if (book === undefined || this.#options.now() - book.timeMs > this.#options.settings.staleMs) return null;
    return book;
  }

  #isDue({ contract, resting }: Quoted, book: VenueBook): boolean {
    const { everyMs, urgentMs } = this.#options.settings;
    const sinceMs = this.#options.now() - (this.#quotedMs.get(contract.symbolId) ?? 0);
    if (sinceMs >= everyMs) return true;
    if (sinceMs < urgentMs) return false;
    return wouldCross(resting, book, contract, this.#options.settings);
  }

  /** Says each kind of trouble once. */
  #report(kind: string, line: string): void {
    if (this.#reported.has(kind)) return;
    this.#reported.add(kind);
    this.#options.log(line);
  }
}

/** Null where no contract is listed or the house has no account. */
function readState(view: KernelView, userId: number): State | null {
  const { perpetual } = view;
  const contracts = perpetual.symbols();
  const [first] = contracts;
  if (first === undefined || !view.hasAccount(userId)) return null;
  const names = new Map(view.symbols().map(({ symbolId, name }) => [symbolId, name]));
  const account = perpetual.account(userId, first.settleAssetId);
  const lots = new Map<number, number>();
  for (const position of perpetual.positions(userId)) {
    lots.set(position.symbolId, position.direction === 'long' ? position.lots : -position.lots);
  }
  const resting = new Map<number, QuoteLevel[]>();
  for (const order of perpetual.openOrders(userId, null)) {
    if (!order.quote || order.priceTicks === null) continue;
    const ofSymbol = resting.get(order.symbolId);
    if (ofSymbol === undefined) resting.set(order.symbolId, [toLevel(order, order.priceTicks)]);
    else ofSymbol.push(toLevel(order, order.priceTicks));
  }
  return {
    equity: account.walletBalance + account.unrealisedPnl,
    quoted: contracts.map((contract) => {
      const mark = perpetual.mark(contract.symbolId);
      return {
        contract,
        indexSymbol: names.get(contract.indexSymbolId) ?? '',
        resting: resting.get(contract.symbolId) ?? [],
        lots: lots.get(contract.symbolId) ?? 0,
        leverage: perpetual.settings(userId, contract.symbolId)?.leverage ?? 1,
        markTicks: mark?.markTicks ?? null,
        stale: mark === null || mark.indexTicks === null,
      };
    }),
  };
}

function toLevel(order: PerpetualOrderView, priceTicks: QuoteLevel['priceTicks']): QuoteLevel {
  return { side: order.side, priceTicks, lots: (order.lots - order.filledLots) as Lots };
}

/** Levels so far from the mark that the kernel's price band might refuse them are left out. */
function withinBand({ contract, markTicks }: Quoted): (level: QuoteLevel) => boolean {
  const { priceBandPpm } = contract;
  if (priceBandPpm === 0 || markTicks === null) return () => true;
  const awayTicks = (markTicks * priceBandPpm) / FULL_PPM / 2;
  return ({ priceTicks }) => Math.abs(priceTicks - markTicks) <= awayTicks;
}

/** What one contract's quotes may come to: an even share of the equity, each side half of it, at the house's leverage. */
export function budgetOf(
  { contract, lots, leverage, markTicks }: Pick<Quoted, 'contract' | 'lots' | 'leverage' | 'markTicks'>,
  { equity, quoted }: { readonly equity: bigint; readonly quoted: readonly unknown[] },
): Budget {
  const share = equity <= 0n ? 0n : equity / BigInt(Math.max(quoted.length, 1));
  const sideNotional = (share * QUOTED_PPM * BigInt(leverage)) / PPM / 2n;
  const tickLots = sideNotional / contract.quotePerTickLot;
  const ticks = BigInt(markTicks ?? 0);
  const mostLots = ticks === 0n ? 0n : (share * MOST_SHARES) / (ticks * contract.quotePerTickLot);
  // How full the position is, above 0 long: what would add to it shrinks, what would reduce it stays.
  const fullPpm = mostLots === 0n ? 0 : Number((BigInt(lots) * PPM) / mostLots);
  return {
    bidTickLots: tickLots,
    askLots: ticks === 0n ? 0 : Number(tickLots / ticks),
    bidScalePpm: FULL_PPM - ramp(fullPpm, RAMP_FROM_PPM, FULL_PPM),
    askScalePpm: FULL_PPM - ramp(-fullPpm, RAMP_FROM_PPM, FULL_PPM),
  };
}
