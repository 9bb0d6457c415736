import type { Amount, Lots, PriceTicks } from '@candor/money';

import type { WalletName } from './ledger/wallets.ts';
import type { MarginEntryKind, MarginEvent } from './products/margin/events.ts';
import type { PerpetualEntryKind, PerpetualEvent } from './products/perpetual/events.ts';
import type { SecondsEntryKind, SecondsEvent } from './products/seconds/events.ts';
import type { SpotEntryKind, SpotEvent } from './products/spot/events.ts';
import type { TransferEntryKind, TransferEvent } from './products/transfer/events.ts';
import type { RejectionCode } from './rejections.ts';
import type { DoneReason, OrderStatus, OrderType, Side, SymbolState, TimeInForce } from './vocabulary.ts';

export type { DoneReason, OrderStatus, RejectionCode };

/** What a posting is for; bills are named by it. */
export type EntryKind =
  | 'trade'
  | 'fee'
  | 'practice-funds'
  | SpotEntryKind
  | PerpetualEntryKind
  | SecondsEntryKind
  | MarginEntryKind
  | TransferEntryKind;

/**
 * One side of a double entry. `account` is a user's wallet (> 0, see ledger/wallets; the spot wallet's is the user id)
 * or a named house account (see ledger/accounts).
 */
export interface Posting {
  readonly account: number;
  readonly assetId: number;
  readonly amount: Amount;
  /** The account's balance after the posting, holds included. */
  readonly balance: Amount;
}

export interface EntryEvent {
  readonly type: 'entry';
  readonly kind: EntryKind;
  /** The trade id for trades and fees, else 0. */
  readonly tradeId: number;
  readonly orderId: number;
  readonly postings: readonly Posting[];
}

export interface OrderAcceptedEvent {
  readonly type: 'orderAccepted';
  readonly orderId: number;
  readonly userId: number;
  /** Which of the user's wallets pays and is paid. */
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

/** What is left of an accepted order now rests in the book. */
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

/** Available and held of one user in one asset after the command: one per changed (user, asset), last. */
export interface BalanceEvent {
  readonly type: 'balance';
  readonly userId: number;
  /** Which of the user's wallets. */
  readonly wallet: WalletName;
  readonly assetId: number;
  readonly available: Amount;
  readonly held: Amount;
}

export interface IndexEvent {
  readonly type: 'index';
  readonly tickNo: number;
  readonly symbolId: number;
  /** Null while the index is stale. */
  readonly priceTicks: PriceTicks | null;
  readonly venuesUsed: number;
}

export interface SymbolStateEvent {
  readonly type: 'symbolState';
  readonly symbolId: number;
  readonly state: SymbolState;
  readonly reason: string;
}

/** Genesis, listings, fees, venues and accounts: whoever keeps a catalogue reads the view again. */
export interface CatalogueEvent {
  readonly type: 'catalogue';
}

export type KernelEvent =
  | EntryEvent
  | OrderAcceptedEvent
  | OrderRestedEvent
  | TradeEvent
  | OrderDoneEvent
  | BalanceEvent
  | IndexEvent
  | SymbolStateEvent
  | CatalogueEvent
  | SpotEvent
  | PerpetualEvent
  | SecondsEvent
  | MarginEvent
  | TransferEvent;

/** What the sender of a command is told once it is durable, and again when the command is repeated under its key. */
export type Outcome =
  | {
      readonly ok: true;
      readonly orderId: number;
      readonly status: OrderStatus | null;
      /** What was filled of an order; of other commands how many and how much, where they say so. */
      readonly filledLots: Lots;
      readonly filledQuote: Amount;
    }
  | { readonly ok: false; readonly code: RejectionCode };

export interface Applied {
  readonly outcome: Outcome;
  /**
   * On a rejection and on a repeated key only what fell due before the command. Made when first read: pass the whole
   * result on where it is not.
   */
  readonly events: readonly KernelEvent[];
}
