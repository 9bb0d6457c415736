import { type Amount, decimalsOf, type Lots } from '@candor/money';
import { NO_BAND, type OrderTerms, type PriceBand, priceBand } from '@candor/rules';
import { Book } from '../../book/book.ts';
import type { Levels } from '../../book/levels.ts';
import type { OrderPool } from '../../book/order-pool.ts';
import type { ListedSymbol, SymbolInfo } from '../../symbols.ts';
import type { SymbolState } from '../../vocabulary.ts';
import type { ListSymbol } from './commands.ts';

/** A listed symbol: its listing, what that asks of orders, its state and its book. */
export class SpotSymbol implements ListedSymbol {
  /** The listing, with the current limits. */
  listed: ListSymbol;
  terms: OrderTerms;
  /** Position in the list of symbols, which never changes. */
  readonly number: number;
  readonly book: Book;
  state: SymbolState = 'trading';
  stateReason = '';
  /** Slots of the fees and safety fund balances in the two assets. */
  feesBase = 0;
  feesQuote = 0;
  fundBase = 0;
  fundQuote = 0;
  /** The last index price, kept while the index is stale; 0 before the first. */
  lastIndexTicks = 0;
  band: PriceBand = NO_BAND;
  /** The price of the last trade; 0 before the first. */
  lastTicks = 0;
  /** Number of orders that wait for a last price, and the prices of the current command's trades while any does. */
  lastWatchers = 0;
  readonly path: number[] = [];

  constructor(listed: ListSymbol, terms: OrderTerms, number: number, orders: OrderPool, levels: Levels) {
    this.listed = listed;
    this.terms = terms;
    this.number = number;
    this.book = new Book(orders, levels);
  }

  /** Terms of an order that fired: it met the least notional when it was accepted. */
  get firedTerms(): OrderTerms {
    return { ...this.terms, minNotional: 0 };
  }

  setIndex(priceTicks: number): void {
    if (priceTicks === this.lastIndexTicks) return;
    this.lastIndexTicks = priceTicks;
    this.band = priceBand(priceTicks, this.terms.priceBandPpm);
  }

  /** Sets the limits of later orders: a listing with other limits, and its terms. */
  setLimits(listed: ListSymbol, terms: OrderTerms): void {
    this.listed = listed;
    this.terms = terms;
    this.band = priceBand(this.lastIndexTicks, terms.priceBandPpm);
  }

  /** Sets the price band. Returns true if that changed it. */
  setPriceBand(priceBandPpm: number): boolean {
    if (priceBandPpm === this.listed.priceBandPpm) return false;
    this.listed = { ...this.listed, priceBandPpm };
    this.terms = { ...this.terms, priceBandPpm };
    this.band = priceBand(this.lastIndexTicks, priceBandPpm);
    return true;
  }

  info(): SymbolInfo {
    const { listed, terms } = this;
    return {
      symbolId: listed.symbolId,
      name: listed.name,
      baseAssetId: listed.baseAssetId,
      quoteAssetId: listed.quoteAssetId,
      tickDecimal: listed.tickDecimal,
      lotDecimal: listed.lotDecimal,
      priceDecimals: decimalsOf(listed.tickDecimal),
      lotDecimals: decimalsOf(listed.lotDecimal),
      quotePerTickLot: BigInt(terms.quotePerTickLot) as Amount,
      basePerLot: BigInt(terms.basePerLot) as Amount,
      minNotional: listed.minNotional,
      maxLots: terms.maxLots as Lots,
      maxOpenOrders: listed.maxOpenOrders,
      priceBandPpm: listed.priceBandPpm,
      state: this.state,
      stateReason: this.stateReason,
    };
  }
}
