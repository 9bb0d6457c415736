import type { Amount, Lots, PriceTicks } from '@candor/money';

/** Words that commands, events and views of the house and of its products share. */
export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';
export type SymbolState = 'trading' | 'post-only' | 'halted';

/** Why an order left the book. */
export type DoneReason = 'filled' | 'cancelled' | 'expired' | 'self-trade';
export type OrderStatus = 'open' | 'partially-filled' | 'filled' | 'cancelled' | 'expired';

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
