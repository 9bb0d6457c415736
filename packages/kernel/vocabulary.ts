import type { Amount, Lots, PriceTicks } from '@candor/money';

/** Asset kind of a journal: real assets or practice ones. Fixed for ever by its first command. */
export type Mode = 'practice' | 'real';
export type FeedKind = 'simulator' | 'replay' | 'live';

export interface AssetInfo {
  readonly assetId: number;
  readonly code: string;
  readonly name: string;
  readonly scale: number;
}

/** Words that commands, events and views of the house and of its products share. */
export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';
export type SymbolState = 'trading' | 'post-only' | 'halted';

/** Why an order left the book. */
export type DoneReason = 'filled' | 'cancelled' | 'expired' | 'self-trade';
export type OrderStatus = 'open' | 'partially-filled' | 'filled' | 'cancelled' | 'expired';

/**
 * An order for a book. A limit order needs `priceTicks` and `lots`; a market order needs `lots` or, when buying or
 * selling for an amount of quote, `quoteAmount`.
 */
export interface OrderRequest {
  readonly symbolId: number;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly priceTicks: PriceTicks | null;
  readonly lots: Lots | null;
  readonly quoteAmount: Amount | null;
  readonly clientOrderId: string | null;
}

/** Sets the sender's quote at one price: `lots` 0 removes it. */
export interface QuoteLevel {
  readonly side: Side;
  readonly priceTicks: PriceTicks;
  readonly lots: Lots;
}

/** One price level; `houseLots` is the part of `lots` quoted by house accounts. */
export interface DepthLevel {
  readonly priceTicks: PriceTicks;
  readonly lots: Lots;
  readonly houseLots: Lots;
}

export interface DepthView {
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}

export interface BalanceView {
  readonly assetId: number;
  readonly available: Amount;
  readonly held: Amount;
}

/** An order that was cancelled, as it stood in its book. */
export interface CancelledOrder {
  readonly orderId: number;
  readonly symbolId: number;
  readonly side: Side;
  readonly priceTicks: PriceTicks;
}

export interface IndexView {
  readonly tickNo: number;
  readonly timeMs: number;
  /** Null while stale (below quorum). */
  readonly priceTicks: PriceTicks | null;
  readonly venuesUsed: number;
}

/** The newest tick of the recorder's chain that was applied, late or not; zeros before the first. */
export interface ChainView {
  readonly tickNo: number;
  /** Time at which it was chained, in ms since 1970. */
  readonly chainedMs: number;
  /** The number of the last record in the recorder's chain, with its hash; 0 and a hash of zeros before the first. */
  readonly recordNo: number;
  readonly hash: string;
}

export interface LedgerSum {
  readonly assetId: number;
  /** Sum over all accounts: 0 or the books are broken. */
  readonly sum: Amount;
  readonly custody: Amount;
  readonly users: Amount;
  readonly house: Amount;
  readonly fees: Amount;
  readonly safetyFund: Amount;
  /** Named accounts of products (insurance, pools, clearing) and what users owe them. */
  readonly products: Amount;
}
