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

export interface QuotedMarket extends Quoted {
  readonly symbol: SymbolInfo;
}

/** The state that the spot maker reads before a turn. */
export interface HouseInMarkets {
  readonly quoted: readonly QuotedMarket[];
  readonly balances: ReadonlyMap<number, BalanceView>;
  readonly indexTicks: ReadonlyMap<number, number | null>;
}

export interface QuotedContract extends Quoted {
  readonly symbol: PerpetualInfo;
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

/** Live reads of the house's quotes and positions, which its makers run before each turn. */
export const makerQueries = { houseInMarkets, houseInContracts };

function houseInMarkets(view: KernelView, userId: number): HouseInMarkets {
  const symbols = view.symbols();
  const resting = grouped(
    view.spot.openOrders(userId, null).map((order) => [order.symbolId, toLevel(order)] as const),
  );
  return {
    quoted: symbols.map((symbol) => ({
      symbol,
      venueSymbol: symbol.name,
      resting: resting.get(symbol.symbolId) ?? [],
      isOpen: symbol.state !== 'halted',
    })),
    balances: new Map(view.balances(userId).map((balance) => [balance.assetId, balance])),
    indexTicks: new Map(symbols.map(({ symbolId }) => [symbolId, view.index(symbolId)?.priceTicks ?? null])),
  };
}

/** Returns null if no contract is listed or the house has no account. */
function houseInContracts(view: KernelView, userId: number): HouseInContracts | null {
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
  const resting = grouped(perpetual.openOrders(userId, null).flatMap(quoteOf));
  return {
    equity: account.walletBalance + account.unrealisedPnl,
    quoted: contracts.map((symbol) => {
      const mark = perpetual.mark(symbol.symbolId);
      const isStale = mark === null || mark.indexTicks === null;
      return {
        symbol,
        venueSymbol: names.get(symbol.indexSymbolId) ?? '',
        resting: resting.get(symbol.symbolId) ?? [],
        isOpen: symbol.state !== 'halted' && !isStale,
        lots: lots.get(symbol.symbolId) ?? 0,
        leverage: perpetual.settings(userId, symbol.symbolId)?.leverage ?? 1,
        markTicks: mark?.markTicks ?? null,
      };
    }),
  };
}

function toLevel(order: OpenOrderView): QuoteLevel {
  return { side: order.side, priceTicks: order.priceTicks, lots: (order.lots - order.filledLots) as Lots };
}

/** Converts an order to a level of its symbol's quote. Returns nothing for an order that is not a quote. */
function quoteOf({ quote, symbolId, side, priceTicks, lots, filledLots }: PerpetualOrderView) {
  if (!quote || priceTicks === null) return [];
  return [[symbolId, { side, priceTicks, lots: (lots - filledLots) as Lots }] as const];
}

/** Groups values by key. */
function grouped<K, V>(values: Iterable<readonly [K, V]>): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const [key, value] of values) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
