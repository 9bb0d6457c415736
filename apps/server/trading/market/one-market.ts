import type { PublicTrade } from '@candor/api';
import type { SymbolInfo } from '@candor/kernel';
import { ticksToDecimal } from '@candor/money';
import type { Interval } from '@candor/prices';
import type { Decimals, KlineMarket } from '../../engine/values/index.ts';
import type { VenueBook } from '../../prices/feeds/index.ts';
import type { Beginning } from './beginnings.ts';
import { IndexTape } from './index-tape.ts';
import type { IndexState } from './mirror-messages.ts';
import { SymbolCandles } from './symbol-candles.ts';

/** A symbol's market data at the venues, and our own trades of it. */
export interface Market {
  readonly symbol: SymbolInfo;
  readonly decimals: Decimals;
  /** The symbol and the contracts on it, which share its candles. */
  readonly klines: KlineMarket;
  candles: SymbolCandles;
  trades: PublicTrade[];
  readonly books: Map<number, VenueBook>;
  readonly dirty: Set<Interval>;
  index: IndexState | null;
  readonly indexTape: IndexTape;
  shown: string;
}

/** Creates a market without trades, which continues from its stored past; `contracts` are those on the symbol. */
export function newMarket(
  symbol: SymbolInfo,
  beginning: Beginning | null,
  contracts: readonly string[],
): Market {
  const decimals = { price: symbol.priceDecimals, quantity: symbol.lotDecimals };
  return {
    symbol,
    decimals,
    klines: { names: [symbol.name, ...contracts], decimals },
    candles: new SymbolCandles(beginning),
    trades: [],
    books: new Map(),
    dirty: new Set(),
    index: null,
    indexTape: new IndexTape(),
    shown: '',
  };
}

/** Returns the public state of a symbol's index. */
export function indexState(
  symbol: SymbolInfo,
  index: {
    readonly priceTicks: Parameters<typeof ticksToDecimal>[0] | null;
    readonly venuesUsed: number;
    readonly tickNo: number;
  },
): IndexState {
  const price = index.priceTicks === null ? null : ticksToDecimal(index.priceTicks, symbol);
  return { price, venuesUsed: index.venuesUsed, tickNo: index.tickNo };
}
