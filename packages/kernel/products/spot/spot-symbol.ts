import { type Amount, decimalsOf, type Lots, parseDecimal } from '@candor/money';
import { Book } from '../../book/book.ts';
import { MAX_PRICE_TICKS } from '../../book/ladder.ts';
import type { Levels } from '../../book/levels.ts';
import type { OrderPool } from '../../book/order-pool.ts';
import type { ListSymbol, SymbolState } from '../../commands.ts';
import type { SymbolInfo } from '../../kernel.ts';

const PPM = 1_000_000;
const WIDE_SCALE = 18;

/** A listed symbol: its terms, its state and its book. */
export class SpotSymbol {
  readonly terms: ListSymbol;
  /** Position in the list of symbols, which never changes. */
  readonly number: number;
  readonly basePerLot: number;
  readonly quotePerTickLot: number;
  /** The largest price ticks x lots whose quote amount is a safe integer of base units. */
  readonly maxTickLots: number;
  readonly maxLots: number;
  readonly minNotional: number;
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
  /** Limit prices outside are refused, and market orders stop there. */
  lowestTicks = 1;
  highestTicks = MAX_PRICE_TICKS;

  constructor(terms: ListSymbol, steps: Steps, number: number, orders: OrderPool, levels: Levels) {
    this.terms = terms;
    this.number = number;
    this.basePerLot = steps.basePerLot;
    this.quotePerTickLot = steps.quotePerTickLot;
    this.maxTickLots = Math.floor(Number.MAX_SAFE_INTEGER / steps.quotePerTickLot);
    this.maxLots = Math.min(terms.maxLots, Math.floor(Number.MAX_SAFE_INTEGER / steps.basePerLot));
    this.minNotional = Number(terms.minNotional);
    this.book = new Book(orders, levels);
  }

  /** Moves the price band to a new index: both bounds round inwards, to the user's safety. */
  setIndex(priceTicks: number): void {
    this.lastIndexTicks = priceTicks;
    const band = this.terms.priceBandPpm;
    if (band === 0 || priceTicks === 0) return;
    this.lowestTicks = Math.max(1, Math.ceil((priceTicks * (PPM - band)) / PPM));
    this.highestTicks = Math.min(MAX_PRICE_TICKS, Math.floor((priceTicks * (PPM + band)) / PPM));
  }

  info(): SymbolInfo {
    const { terms } = this;
    return {
      symbolId: terms.symbolId,
      name: terms.name,
      baseAssetId: terms.baseAssetId,
      quoteAssetId: terms.quoteAssetId,
      tickDecimal: terms.tickDecimal,
      lotDecimal: terms.lotDecimal,
      priceDecimals: decimalsOf(terms.tickDecimal),
      lotDecimals: decimalsOf(terms.lotDecimal),
      quotePerTickLot: BigInt(this.quotePerTickLot) as Amount,
      basePerLot: BigInt(this.basePerLot) as Amount,
      minNotional: terms.minNotional,
      maxLots: this.maxLots as Lots,
      maxOpenOrders: terms.maxOpenOrders,
      priceBandPpm: terms.priceBandPpm,
      state: this.state,
      stateReason: this.stateReason,
    };
  }
}

export interface Steps {
  /** Base units of the base asset in one lot. */
  readonly basePerLot: number;
  /** Base units of the quote asset for one lot at one tick. */
  readonly quotePerTickLot: number;
}

/** A symbol's steps in base units; null unless both come out as whole numbers above 0. */
export function stepsOf(
  tickDecimal: string,
  lotDecimal: string,
  baseScale: number,
  quoteScale: number,
): Steps | null {
  const lot = parseDecimal(lotDecimal, WIDE_SCALE);
  const tick = parseDecimal(tickDecimal, WIDE_SCALE);
  if (lot === null || tick === null) return null;
  const basePerLot = exactQuotient(lot, 10n ** BigInt(WIDE_SCALE - baseScale));
  const quotePerTickLot = exactQuotient(tick * lot, 10n ** BigInt(2 * WIDE_SCALE - quoteScale));
  if (basePerLot === null || quotePerTickLot === null) return null;
  return { basePerLot, quotePerTickLot };
}

function exactQuotient(a: bigint, b: bigint): number | null {
  if (a % b !== 0n) return null;
  const quotient = Number(a / b);
  return quotient > 0 && Number.isSafeInteger(quotient) ? quotient : null;
}
