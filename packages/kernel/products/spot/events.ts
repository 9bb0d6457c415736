import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { WalletName } from '../../ledger/wallets.ts';
import type { RejectionCode } from '../../rejections.ts';
import type { DoneReason, OrderType, Side, SymbolState, TimeInForce } from '../../vocabulary.ts';
import type { SpotTriggerSource, TriggerKind } from './commands.ts';

export interface OrderAcceptedEvent {
  readonly type: 'orderAccepted';
  readonly orderId: number;
  readonly userId: number;
  /** Wallet of the user that pays and is paid. */
  readonly wallet: WalletName;
  readonly symbolId: number;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly priceTicks: PriceTicks | null;
  readonly lots: Lots | null;
  readonly quoteAmount: Amount | null;
  readonly clientOrderId: string | null;
  readonly house: boolean;
}

/** The remainder of an accepted order now rests in the book. */
export interface OrderRestedEvent {
  readonly type: 'orderRested';
  readonly orderId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly side: Side;
  readonly priceTicks: PriceTicks;
  readonly lots: Lots;
  readonly house: boolean;
}

/** A fill. Fees are in the asset that each side receives: base for the buyer, quote for the seller. */
export interface TradeEvent {
  readonly type: 'trade';
  readonly tradeId: number;
  readonly symbolId: number;
  readonly priceTicks: PriceTicks;
  readonly lots: Lots;
  readonly quoteAmount: Amount;
  readonly takerSide: Side;
  readonly makerOrderId: number;
  readonly takerOrderId: number;
  readonly makerUserId: number;
  readonly takerUserId: number;
  readonly makerFee: Amount;
  readonly takerFee: Amount;
  /** The rates in force, in parts per million, so that a receipt can recompute the fees. */
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  readonly makerHouse: boolean;
  readonly takerHouse: boolean;
}

/** The order is over. `removedLots` is what left the book unfilled (0 when it was not resting). */
export interface OrderDoneEvent {
  readonly type: 'orderDone';
  readonly orderId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly side: Side;
  readonly priceTicks: PriceTicks | null;
  readonly reason: DoneReason;
  readonly removedLots: Lots;
  readonly house: boolean;
}

export interface SymbolStateEvent {
  readonly type: 'symbolState';
  readonly symbolId: number;
  readonly state: SymbolState;
  readonly reason: string;
}

/** An order now waits for a price. What it may need is held. */
export interface TriggerPlacedEvent {
  readonly type: 'triggerPlaced';
  readonly orderId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly side: Side;
  readonly kind: TriggerKind;
  readonly source: SpotTriggerSource;
  readonly triggerTicks: PriceTicks | null;
  readonly callbackPpm: number | null;
  readonly callbackTicks: PriceTicks | null;
  readonly activationTicks: PriceTicks | null;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly priceTicks: PriceTicks | null;
  readonly lots: Lots | null;
  readonly quoteAmount: Amount | null;
  readonly clientOrderId: string | null;
  /** The resting limit order of the same OCO. */
  readonly twinOrderId: number | null;
  /** The order that fired and could not sell all: this one stands for the rest of it. Null for any other. */
  readonly keptFrom: number | null;
  /** The best price that a trailing stop has seen; null before it follows, and of any other. */
  readonly extremeTicks: PriceTicks | null;
}

/** A waiting order was changed. */
export interface TriggerAmendedEvent {
  readonly type: 'triggerAmended';
  readonly orderId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly triggerTicks: PriceTicks | null;
  readonly priceTicks: PriceTicks | null;
  readonly lots: Lots | null;
  readonly quoteAmount: Amount | null;
}

/**
 * A price crossed an order's threshold. What follows is the order's own: `orderAccepted` under the same id and what
 * becomes of it, or `triggerDone` where the desk refuses it.
 */
export interface TriggerFiredEvent {
  readonly type: 'triggerFired';
  readonly orderId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly source: SpotTriggerSource;
  readonly thresholdTicks: PriceTicks;
  /** The price that crossed it. */
  readonly priceTicks: PriceTicks;
  /** The index tick that brought the price; 0 for a trade of our book. */
  readonly tickNo: number;
}

/** A waiting order ended: by its owner, with its twin, or refused (with the reason) when it fired. */
export interface TriggerDoneEvent {
  readonly type: 'triggerDone';
  readonly orderId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly reason: 'cancelled' | 'twin' | 'rejected';
  readonly code: RejectionCode | null;
}

/** An order that fired and was kept waits for its trigger again, which holds no longer. */
export interface TriggerArmedEvent {
  readonly type: 'triggerArmed';
  readonly orderId: number;
  readonly userId: number;
  readonly symbolId: number;
  /** The best price that a trailing stop has seen, null of any other; and the price at which it fires now. */
  readonly extremeTicks: PriceTicks | null;
  readonly thresholdTicks: PriceTicks | null;
}

/**
 * A resting order was changed: `removedLots` left the book at its former price. Where it lost its place, what becomes
 * of the rest follows under the same id: trades, then `orderRested` or `orderDone`.
 */
export interface OrderAmendedEvent {
  readonly type: 'orderAmended';
  readonly orderId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly side: Side;
  readonly formerPriceTicks: PriceTicks;
  readonly removedLots: Lots;
  readonly priceTicks: PriceTicks;
  /** All of the order, what is filled included. */
  readonly lots: Lots;
  readonly keepsPlace: boolean;
  readonly house: boolean;
}

/** A user's fee tier changed with the UTC day. */
export interface FeeTierEvent {
  readonly type: 'feeTier';
  readonly userId: number;
  readonly tier: number;
  readonly makerPpm: number;
  readonly takerPpm: number;
}

export type SpotEvent =
  | OrderAcceptedEvent
  | OrderRestedEvent
  | TradeEvent
  | OrderDoneEvent
  | SymbolStateEvent
  | TriggerPlacedEvent
  | TriggerAmendedEvent
  | TriggerFiredEvent
  | TriggerDoneEvent
  | TriggerArmedEvent
  | OrderAmendedEvent
  | FeeTierEvent;

/** Why spot refuses orders that wait for a price, pairs and changes. */
export type SpotRejection =
  | 'TRIGGER_WOULD_FIRE'
  | 'TRIGGER_INVALID'
  /** A trailing sell whose callback is not below the price: its threshold would not be above 0. */
  | 'CALLBACK_TOO_LARGE'
  | 'TOO_MANY_TRIGGERS'
  | 'OCO_PRICES_INVALID'
  | 'NOT_AMENDABLE';

declare module '../../rejections.ts' {
  interface ProductRejections {
    readonly spot: SpotRejection;
  }
}
