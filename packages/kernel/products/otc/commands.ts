import type { Amount } from '@candor/money';
import type { OtcAsk, OtcOpenState, OtcPricing, OtcSide, OtcTerms } from '@candor/rules';

/** Sets the published terms: the first ones at once, later ones with a day's notice. Open orders keep their own. */
export interface SetOtcTerms {
  readonly type: 'setOtcTerms';
  readonly terms: OtcTerms;
  readonly effectiveMs: number;
  readonly reason: string;
}

/** Sets a currency's reference rate. It bounds new prices by the band; it moves no price and no open order. */
export interface SetOtcCurrency {
  readonly type: 'setOtcCurrency';
  /** Code of three capital letters. */
  readonly currency: string;
  /** Decimals of its minor unit. */
  readonly scale: number;
  /** Price of one coin of the value asset, in millionths of the currency. */
  readonly rate: bigint;
  readonly reason: string;
}

/** Sets a payment method: how long a payment by it may take before its buyer may appeal, and if new orders may use it. */
export interface SetOtcMethod {
  readonly type: 'setOtcMethod';
  readonly method: string;
  readonly appealAfterMs: number;
  readonly isOpen: boolean;
  readonly reason: string;
}

/** Admits a user whose advanced identity check stands, or bars one from new orders. Open orders go on. */
export interface SetOtcTrader {
  readonly type: 'setOtcTrader';
  readonly accountUserId: number;
  readonly isAdmitted: boolean;
  /** Hex SHA-256 that names the person: two accounts of one person never trade with each other. */
  readonly person: string;
  readonly reason: string;
}

/** Makes a user a merchant. The deposit stays in the merchant's own OTC wallet, where nobody takes it. */
export interface AdmitOtcMerchant {
  readonly type: 'admitOtcMerchant';
  readonly accountUserId: number;
  readonly reason: string;
}

/** Ends being a merchant: offers close now, and the deposit is free after the published time. */
export interface LeaveOtcMerchant {
  readonly type: 'leaveOtcMerchant';
}

/** Changeable terms of an offer. Orders keep those of their taking. */
export interface OtcOfferTerms {
  readonly pricing: OtcPricing;
  /** Coins that the offer still trades, and the bounds of one order. */
  readonly amount: Amount;
  readonly minAmount: Amount;
  readonly maxAmount: Amount;
  /** Time to pay. */
  readonly windowMs: number;
  /** Codes of payment methods. */
  readonly methods: readonly string[];
  /** Hex SHA-256 of the maker's own words. */
  readonly termsHash: string;
  /** Takers need so many released orders. */
  readonly minReleased: number;
}

/** Publishes an offer of a merchant to sell or to buy coins, out of and into the OTC wallet. */
export interface PublishOtcOffer extends OtcOfferTerms {
  readonly type: 'publishOtcOffer';
  /** The maker's side. */
  readonly side: 'buy' | 'sell';
  readonly assetId: number;
  readonly currency: string;
}

/** Replaces an offer's terms as a new version of it. */
export interface ChangeOtcOffer extends OtcOfferTerms {
  readonly type: 'changeOtcOffer';
  readonly offerId: number;
  /** Version that the maker saw: newer terms are not overwritten. Orders taken since make no version. */
  readonly version: number;
  readonly isPaused: boolean;
}

/** Closes an offer for good. Its open orders go on. */
export interface CloseOtcOffer {
  readonly type: 'closeOtcOffer';
  readonly offerId: number;
}

/** Takes an offer at no worse a price than the taker saw: the seller's coins go to escrow at once. */
export interface TakeOtcOffer {
  readonly type: 'takeOtcOffer';
  readonly offerId: number;
  /** Version whose terms the taker read. */
  readonly version: number;
  readonly seenPrice: bigint;
  readonly amount: Amount;
  readonly method: string;
}

/** An act on an order. It names the state that its sender saw. */
interface OrderAct {
  readonly orderId: number;
  readonly seen: OtcOpenState;
}

/** The buyer has paid: never undone. */
export interface PayOtcOrder extends OrderAct {
  readonly type: 'payOtcOrder';
}

/** The seller has the money: arrived, whole and from the buyer's verified name. */
export interface ReleaseOtcOrder extends OrderAct {
  readonly type: 'releaseOtcOrder';
  readonly amount: Amount;
  readonly arrived: boolean;
  readonly whole: boolean;
  readonly sameName: boolean;
}

/** The buyer gives the coins back. */
export interface CancelOtcOrder extends OrderAct {
  readonly type: 'cancelOtcOrder';
}

/** The seller asks the buyer to cancel: the buyer alone decides. */
export interface AskOtcCancel extends OrderAct {
  readonly type: 'askOtcCancel';
  readonly why: OtcAsk;
}

/** Asks operators to decide. Nothing moves by it. */
export interface AppealOtcOrder extends OrderAct {
  readonly type: 'appealOtcOrder';
  /** Code of the reason. */
  readonly reason: string;
  /** Hex SHA-256 of statement and images. */
  readonly evidence: string;
}

/** Adds a side's statement to an open appeal. Nothing is ever taken out. */
export interface StateOtcAppeal extends OrderAct {
  readonly type: 'stateOtcAppeal';
  readonly evidence: string;
}

/** Two operators decide an appeal: the whole escrow to one of the two sides. */
export interface ResolveOtcAppeal extends OrderAct {
  readonly type: 'resolveOtcAppeal';
  readonly winner: OtcSide;
  /** Blame, apart from the outcome. */
  readonly fault: OtcSide | 'nobody';
  /** Code of the reason. */
  readonly reason: string;
  /** Both who decided. */
  readonly operators: readonly string[];
}

export type OtcCommand =
  | SetOtcTerms
  | SetOtcCurrency
  | SetOtcMethod
  | SetOtcTrader
  | AdmitOtcMerchant
  | LeaveOtcMerchant
  | PublishOtcOffer
  | ChangeOtcOffer
  | CloseOtcOffer
  | TakeOtcOffer
  | PayOtcOrder
  | ReleaseOtcOrder
  | CancelOtcOrder
  | AskOtcCancel
  | AppealOtcOrder
  | StateOtcAppeal
  | ResolveOtcAppeal;
