import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { WalletKind } from '../../ledger/wallets.ts';
import type { OrderType, Side, TimeInForce } from '../../vocabulary.ts';

/** The wallets that may borrow. */
export type MarginWallet = Extract<WalletKind, 'margin-cross' | 'margin-isolated'>;

/** Names a margin wallet of the sender: the cross one, or the isolated one of a symbol. */
export interface MarginWalletRef {
  readonly wallet: MarginWallet;
  /** Symbol of an isolated wallet; 0 for the cross one. */
  readonly symbolId: number;
}

/** Practice mode only: lends the house's practice funds to the pool, or puts them into the margin insurance. */
export interface FundMarginPool {
  readonly type: 'fundMarginPool';
  readonly into: 'pool' | 'insurance';
  readonly assetId: number;
  readonly amount: Amount;
}

/** Sets what an asset is lent for and counts as collateral. */
export interface SetMarginAsset {
  readonly type: 'setMarginAsset';
  readonly assetId: number;
  readonly borrowable: boolean;
  /** Interest of each started hour, in parts per thousand million. */
  readonly hourlyRatePpb: number;
  /** The part of its value that counts as collateral, in parts per million. */
  readonly haircutPpm: number;
  /** The most that one wallet may owe of it, without interest, in base units. */
  readonly maxBorrow: Amount;
}

/**
 * Sets the risk rates of isolated wallets of a symbol, or with symbol 0 of cross wallets, all in parts per million of
 * collateral over debt, highest first: at `transferPpm` and above coins may be moved out; at `callPpm` and below
 * the owner is warned; at `liquidationPpm` and below the wallet is sold.
 */
export interface SetMarginTerms {
  readonly type: 'setMarginTerms';
  readonly symbolId: number;
  /** Asset in which cross wallets are valued: a quote asset. For a symbol its own quote asset. */
  readonly valueAssetId: number;
  readonly maxLeverage: number;
  readonly transferPpm: number;
  readonly callPpm: number;
  readonly liquidationPpm: number;
  /** Maximum distance from the index for trades of a wallet that owes, and for forced sales, in parts per million. */
  readonly saleBandPpm: number;
}

/** Chooses the leverage of the sender's isolated wallet: how much may be borrowed, not what is owed already. */
export interface SetMarginLeverage {
  readonly type: 'setMarginLeverage';
  readonly symbolId: number;
  readonly leverage: number;
}

export interface Borrow extends MarginWalletRef {
  readonly type: 'borrow';
  readonly assetId: number;
  readonly amount: Amount;
}

/**
 * Repays a debt out of the same wallet, interest first; `amount` null repays all of it. The outcome's `filledQuote` is
 * what is owed still.
 */
export interface Repay extends MarginWalletRef {
  readonly type: 'repay';
  readonly assetId: number;
  readonly amount: Amount | null;
}

/** A spot order of a margin wallet, under the terms of `PlaceOrder`. A wallet that owes trades within its sale band. */
export interface PlaceMarginOrder {
  readonly type: 'placeMarginOrder';
  readonly wallet: MarginWallet;
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

/** Side effect of an order beside trading: borrow the amount that it lacks, or repay with its proceeds. */
export type SideEffect = 'borrow' | 'repay';

/**
 * An order of a margin wallet with a side effect. `borrow`: what the wallet lacks of what the order gives is borrowed
 * with it: what its fills cost now, and what the rest of it is held for; what that did not use goes back when it ends.
 * `repay`: what each fill brings repays the debt of that asset, interest first, as far as there is one.
 */
export interface PlaceMarginOrderWith extends Omit<PlaceMarginOrder, 'type'> {
  readonly type: 'placeMarginOrderWith';
  readonly sideEffect: SideEffect;
}

/** Cancels all open orders of a kind of margin wallet, of one symbol or of all. */
export interface CancelMarginOrders {
  readonly type: 'cancelMarginOrders';
  readonly wallet: MarginWallet;
  readonly symbolId: number | null;
}

export type MarginCommand =
  | FundMarginPool
  | SetMarginAsset
  | SetMarginTerms
  | SetMarginLeverage
  | Borrow
  | Repay
  | PlaceMarginOrder
  | PlaceMarginOrderWith
  | CancelMarginOrders;
