import { type Exposure, MAX_PRICE_TICKS, type SafeMove, safeMoves } from '@candor/rules';
import type { OrderDesk } from '../../order-desk.ts';
import type { State } from '../../state.ts';
import { TriggerHeap } from '../../triggers/trigger-heap.ts';
import type { MarginBooks, RiskTerms, WalletBook } from './books.ts';
import type { Valuer } from './valuation.ts';

const PPM = 1_000_000;
/** The place of a wallet counts the interest of so many hours ahead; it is placed again before they are over. */
const AHEAD_HOURS = 24;

/** The index prices of a symbol at which a wallet is looked at: at `low` and below, at `high` and above. */
interface Range {
  low: number;
  high: number;
}

/**
 * Finds the wallets that an index tick may concern, without looking at the rest. A wallet stands at prices up to which
 * nothing can happen to it, however all of them move together: no call begins or ends, no sale, and no order of it is
 * left by the index. What is found is only near: whoever asks compares exactly, so that nothing that happens depends on
 * where and when wallets were placed. A wallet whose balances or debts changed is looked at with the next tick.
 */
export class RiskWatch {
  private readonly state: State;
  private readonly books: MarginBooks;
  private readonly valuer: Valuer;
  private readonly desk: OrderDesk;
  /** By symbol id: accounts by the index that they wait for, of the falling ones negated. */
  private readonly falling = new Map<number, TriggerHeap>();
  private readonly rising = new Map<number, TriggerHeap>();
  /** Accounts by the hour since 1970 from which on they must stand elsewhere. */
  private readonly expiring = new TriggerHeap();
  /** The symbols of which each account watches the index. */
  private readonly watched = new Map<number, readonly number[]>();
  /** Accounts to look at with the next tick, whatever its prices. */
  private readonly due = new Set<number>();
  private symbolCount = 0;

  constructor(state: State, books: MarginBooks, valuer: Valuer, desk: OrderDesk) {
    this.state = state;
    this.books = books;
    this.valuer = valuer;
    this.desk = desk;
  }

  /** A wallet is to be looked at with the next tick. */
  touch(account: number): void {
    this.due.add(account);
  }

  /** All wallets with a debt are to be looked at with the next tick, for their terms changed. */
  touchAll(): void {
    for (const { account } of this.books.indebted()) this.due.add(account);
  }

  /** The accounts that the indices of this tick may concern, lowest first; they stay to be looked at until placed. */
  reached(): number[] {
    const { state, due } = this;
    if (this.symbolCount !== state.symbols.length) {
      // a new symbol may give a price to what had none
      this.symbolCount = state.symbols.length;
      this.touchAll();
    }
    const found: number[] = [];
    this.expiring.collect(this.books.hour, found);
    for (const [symbolId, heap] of this.falling) heap.collect(-this.valuer.freshTicks(symbolId), found);
    for (const [symbolId, heap] of this.rising) heap.collect(this.valuer.freshTicks(symbolId), found);
    for (const account of found) due.add(account);
    return [...due].sort((a, b) => a - b);
  }

  /** Puts a wallet that was looked at where it now stands; nowhere without a debt. */
  place(book: WalletBook, terms: RiskTerms): void {
    const { account } = book;
    this.leave(account);
    if (book.loans.size === 0) return;
    const ranges = book.saleId === 0 ? this.rangesOf(book, terms) : null;
    if (ranges === null) {
      this.due.add(account);
      return;
    }
    for (const [symbolId, { low, high }] of ranges) {
      // also at 0, where it is stale
      heapOf(this.falling, symbolId).insert(account, -Math.max(0, low));
      if (high <= MAX_PRICE_TICKS) heapOf(this.rising, symbolId).insert(account, high);
    }
    this.watched.set(account, [...ranges.keys()]);
    this.expiring.insert(account, this.books.hour + AHEAD_HOURS - (account % AHEAD_HOURS));
  }

  /** A wallet stands nowhere any more. */
  leave(account: number): void {
    this.due.delete(account);
    for (const symbolId of this.watched.get(account) ?? []) {
      this.falling.get(symbolId)!.remove(account);
      const rising = this.rising.get(symbolId);
      if (rising?.has(account)) rising.remove(account);
    }
    if (this.watched.delete(account)) this.expiring.remove(account);
  }

  /** Null where an index that it needs is stale: it is looked at with each tick then. */
  private rangesOf(book: WalletBook, terms: RiskTerms): Map<number, Range> | null {
    const ranges = new Map<number, Range>();
    const now = this.exposuresOf(book, terms, 0);
    if (now === null) return null;
    const later = this.exposuresOf(book, terms, AHEAD_HOURS)!;
    const symbols = later.map(({ symbolId }) => symbolId);
    const nextBelow = book.called ? terms.liquidationPpm : terms.callPpm;
    narrow(ranges, symbols, later, safeMoves(later, nextBelow, true));
    if (book.called) narrow(ranges, symbols, now, safeMoves(now, terms.callPpm, false));
    for (const { symbolId, side, priceTicks } of this.desk.resting(book.account)) {
      if (this.valuer.freshTicks(symbolId) === 0) return null;
      const range = rangeOf(ranges, symbolId);
      // up to which index the order is within the band
      if (side === 'buy')
        range.low = Math.max(range.low, Math.ceil((priceTicks * PPM) / (PPM + terms.saleBandPpm)));
      else range.high = Math.min(range.high, Math.floor((priceTicks * PPM) / (PPM - terms.saleBandPpm)));
    }
    return ranges;
  }

  /** Inputs of the risk rate, with the interest of so many hours more; null where an index is stale. */
  private exposuresOf(
    book: WalletBook,
    terms: RiskTerms,
    hours: number,
  ): (Exposure & { readonly symbolId: number })[] | null {
    const { books, valuer } = this;
    const held = new Map(valuer.holdings(book.account).map(({ assetId, units }) => [assetId, units]));
    const found: (Exposure & { readonly symbolId: number })[] = [];
    for (const assetId of new Set([...held.keys(), ...book.loans.keys()])) {
      const haircutPpm = books.assets.get(assetId)?.haircutPpm ?? 0;
      const loan = book.loans.get(assetId);
      const price = valuer.priceOf(assetId, terms.valueAssetId);
      if (loan === undefined && (haircutPpm === 0 || price === undefined)) continue;
      if (price === undefined || price.priceTicks === null) return null;
      found.push({
        symbolId: price.symbol === null ? 0 : price.symbol.listed.symbolId,
        priceTicks: price.symbol === null ? 0 : price.priceTicks,
        price: price.unit,
        held: held.get(assetId) ?? 0n,
        haircutPpm,
        owed: loan === undefined ? 0n : books.owedAfter(loan, hours),
      });
    }
    return found;
  }
}

/** Narrows the ranges of the symbols to the moves that are safe. */
function narrow(
  ranges: Map<number, Range>,
  symbols: readonly number[],
  exposures: readonly Exposure[],
  moves: readonly SafeMove[],
): void {
  for (const [at, { fall, rise }] of moves.entries()) {
    const { priceTicks } = exposures[at]!;
    if (priceTicks === 0) continue;
    const range = rangeOf(ranges, symbols[at]!);
    if (fall !== null) range.low = Math.max(range.low, priceTicks - fall);
    if (rise !== null) range.high = Math.min(range.high, priceTicks + rise);
  }
}

function rangeOf(ranges: Map<number, Range>, symbolId: number): Range {
  let range = ranges.get(symbolId);
  if (range === undefined) {
    range = { low: 0, high: Number.MAX_SAFE_INTEGER };
    ranges.set(symbolId, range);
  }
  return range;
}

function heapOf(heaps: Map<number, TriggerHeap>, symbolId: number): TriggerHeap {
  let heap = heaps.get(symbolId);
  if (heap === undefined) {
    heap = new TriggerHeap();
    heaps.set(symbolId, heap);
  }
  return heap;
}
