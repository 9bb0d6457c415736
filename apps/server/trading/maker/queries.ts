import type {
  BalanceView,
  KernelView,
  OpenOrderView,
  PerpetualInfo,
  PerpetualOrderView,
  QuoteLevel,
  SymbolInfo,
} from '@candor/kernel';
import type { Lots } from '@candor/money';
import { type PackedQuotes, packQuotes, unpackQuotes } from './packed-quotes.ts';
import type { QuotedSymbol } from './target.ts';

/** A symbol of one product, as its maker reads it. */
export interface Quoted {
  readonly symbol: QuotedSymbol & { readonly symbolId: number; readonly name: string };
  /** The symbol of the venue's book that the maker mirrors. */
  readonly venueSymbol: string;
  readonly resting: readonly QuoteLevel[];
  /** True if the symbol accepts quotes now. */
  readonly isOpen: boolean;
}

/** The terms of a symbol that its quotes need. */
export type SpotTerms = Pick<
  SymbolInfo,
  | 'symbolId'
  | 'name'
  | 'baseAssetId'
  | 'quoteAssetId'
  | 'tickDecimal'
  | 'lotDecimal'
  | 'quotePerTickLot'
  | 'basePerLot'
  | 'maxLots'
>;

export interface QuotedMarket extends Quoted {
  readonly symbol: SpotTerms;
}

/** The state that the spot maker reads before a turn. */
export interface HouseInMarkets {
  readonly quoted: readonly QuotedMarket[];
  readonly balances: ReadonlyMap<number, BalanceView>;
  readonly indexTicks: ReadonlyMap<number, number | null>;
}

/** The terms of a contract that its quotes need. */
export type ContractTerms = Pick<
  PerpetualInfo,
  'symbolId' | 'name' | 'tickDecimal' | 'lotDecimal' | 'quotePerTickLot' | 'maxLots' | 'priceBandPpm'
>;

export interface QuotedContract extends Quoted {
  readonly symbol: ContractTerms;
  /** The house's position in lots, positive if long. */
  readonly lots: number;
  readonly leverage: number;
  readonly markTicks: number | null;
}

/** The state that the contract maker reads before a turn. */
export interface HouseInContracts {
  readonly quoted: readonly QuotedContract[];
  /** Wallet balance plus unrealised profit. */
  readonly equity: bigint;
}

/** The core's answer, in which the resting quotes are packed. */
type Answer<State extends { readonly quoted: readonly Quoted[] }> = Omit<State, 'quoted'> & {
  readonly quoted: readonly Omit<State['quoted'][number], 'resting'>[];
  readonly resting: PackedQuotes;
};

/** Live reads of the house's quotes and positions, which its makers run before each turn. */
export const makerQueries = { houseInMarkets, houseInContracts };

/** Unpacks what the core answers to the spot maker. */
export function marketsOf({ resting, ...answer }: Answer<HouseInMarkets>): HouseInMarkets {
  return { ...answer, quoted: withQuotes(answer.quoted, resting) };
}

/** Unpacks what the core answers to the contract maker. */
export function contractsOf(answered: Answer<HouseInContracts> | null): HouseInContracts | null {
  if (answered === null) return null;
  const { resting, ...answer } = answered;
  return { ...answer, quoted: withQuotes(answer.quoted, resting) };
}

function withQuotes<Q extends Omit<Quoted, 'resting'>>(quoted: readonly Q[], packed: PackedQuotes) {
  const resting = unpackQuotes(packed);
  return quoted.map((each) => ({ ...each, resting: resting.get(each.symbol.symbolId) ?? [] }));
}

function houseInMarkets(view: KernelView, userId: number): Answer<HouseInMarkets> {
  const symbols = view.symbols();
  return {
    quoted: symbols.map((symbol) => ({
      symbol: termsOf(symbol),
      venueSymbol: symbol.name,
      isOpen: symbol.state !== 'halted',
    })),
    resting: packQuotes(
      view.spot.openOrders(userId, null).map((order) => [order.symbolId, toLevel(order)] as const),
    ),
    balances: new Map(view.balances(userId).map((balance) => [balance.assetId, balance])),
    indexTicks: new Map(symbols.map(({ symbolId }) => [symbolId, view.index(symbolId)?.priceTicks ?? null])),
  };
}

function termsOf(symbol: SymbolInfo): SpotTerms {
  const { symbolId, name, baseAssetId, quoteAssetId } = symbol;
  const { tickDecimal, lotDecimal, quotePerTickLot, basePerLot, maxLots } = symbol;
  const named = { symbolId, name, baseAssetId, quoteAssetId };
  return { ...named, tickDecimal, lotDecimal, quotePerTickLot, basePerLot, maxLots };
}

/** Returns null if no contract is listed or the house has no account. */
function houseInContracts(view: KernelView, userId: number): Answer<HouseInContracts> | null {
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
  return {
    equity: account.walletBalance + account.unrealisedPnl,
    resting: packQuotes(perpetual.openOrders(userId, null).flatMap(quoteOf)),
    quoted: contracts.map((symbol) => {
      const mark = perpetual.mark(symbol.symbolId);
      const isStale = mark === null || mark.indexTicks === null;
      return {
        symbol: contractTermsOf(symbol),
        venueSymbol: names.get(symbol.indexSymbolId) ?? '',
        isOpen: symbol.state !== 'halted' && !isStale,
        lots: lots.get(symbol.symbolId) ?? 0,
        leverage: perpetual.settings(userId, symbol.symbolId)?.leverage ?? 1,
        markTicks: mark?.markTicks ?? null,
      };
    }),
  };
}

function contractTermsOf(symbol: PerpetualInfo): ContractTerms {
  const { symbolId, name, tickDecimal, lotDecimal, quotePerTickLot, maxLots, priceBandPpm } = symbol;
  return { symbolId, name, tickDecimal, lotDecimal, quotePerTickLot, maxLots, priceBandPpm };
}

function toLevel(order: OpenOrderView): QuoteLevel {
  return { side: order.side, priceTicks: order.priceTicks, lots: (order.lots - order.filledLots) as Lots };
}

/** Converts an order to a level of its symbol's quote. Returns nothing for an order that is not a quote. */
function quoteOf({ quote, symbolId, side, priceTicks, lots, filledLots }: PerpetualOrderView) {
  if (!quote || priceTicks === null) return [];
  return [[symbolId, { side, priceTicks, lots: (lots - filledLots) as Lots }] as const];
}

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly maker: typeof makerQueries;
  }
}
