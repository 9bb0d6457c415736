import type { Amount } from '@candor/money';
import type {
  OtcAsk,
  OtcEnd,
  OtcFault,
  OtcMover,
  OtcOpenState,
  OtcPricing,
  OtcSide,
  OtcTerms,
} from '@candor/rules';
import type { OtcOfferTerms } from './commands.ts';

export interface OtcTermsSetEvent {
  readonly type: 'otcTermsSet';
  readonly terms: OtcTerms;
  readonly effectiveMs: number;
  readonly reason: string;
}

export interface OtcCurrencySetEvent {
  readonly type: 'otcCurrencySet';
  readonly currency: string;
  readonly scale: number;
  readonly rate: bigint;
  readonly reason: string;
}

export interface OtcMethodSetEvent {
  readonly type: 'otcMethodSet';
  readonly method: string;
  readonly appealAfterMs: number;
  readonly isOpen: boolean;
  readonly reason: string;
}

export interface OtcTraderSetEvent {
  readonly type: 'otcTraderSet';
  readonly userId: number;
  readonly isAdmitted: boolean;
  readonly person: string;
  readonly reason: string;
}

/** A user is a merchant: the deposit stays in the own OTC wallet. */
export interface OtcMerchantAdmittedEvent {
  readonly type: 'otcMerchantAdmitted';
  readonly userId: number;
  readonly assetId: number;
  readonly deposit: Amount;
  readonly reason: string;
}

/** A merchant left: the deposit is free at the named time. */
export interface OtcMerchantLeftEvent {
  readonly type: 'otcMerchantLeft';
  readonly userId: number;
  readonly freeMs: number;
}

/** The whole deposit is free. */
export interface OtcDepositFreedEvent {
  readonly type: 'otcDepositFreed';
  readonly userId: number;
  readonly assetId: number;
  readonly deposit: Amount;
}

/** An offer was published, or has new terms as another version. */
export interface OtcOfferSetEvent extends OtcOfferTerms {
  readonly type: 'otcOfferSet';
  readonly offerId: number;
  readonly userId: number;
  readonly version: number;
  readonly side: 'buy' | 'sell';
  readonly assetId: number;
  readonly currency: string;
  readonly isPaused: boolean;
}

export interface OtcOfferClosedEvent {
  readonly type: 'otcOfferClosed';
  readonly offerId: number;
  readonly userId: number;
}

/** Facts that every event of an order has. Its entries name it as `orderId`. */
interface OfOrder {
  readonly orderId: number;
  readonly offerId: number;
  readonly buyerId: number;
  readonly sellerId: number;
  readonly assetId: number;
  readonly amount: Amount;
}

/** Clocks of an order, frozen at its taking. All of them stand still while the house is down. */
export interface OtcClocks {
  readonly windowMs: number;
  readonly lapseMs: number;
  readonly appealAfterMs: number;
  readonly silenceMs: number;
  readonly answerMs: number;
  readonly decideMs: number;
  readonly holdMs: number;
}

/** An offer was taken: the seller's coins are in escrow. */
export interface OtcOrderCreatedEvent extends OfOrder {
  readonly type: 'otcOrderCreated';
  readonly makerId: number;
  readonly version: number;
  readonly currency: string;
  /** Decimals of its minor unit. */
  readonly currencyScale: number;
  readonly method: string;
  readonly termsHash: string;
  /** Locked price in millionths of the currency, what the taker saw, and everything that it follows from. */
  readonly price: bigint;
  readonly seenPrice: bigint;
  readonly pricing: OtcPricing;
  /** Value of one base unit of the coin, as a fraction of base units of the value asset. */
  readonly indexOver: bigint;
  readonly indexUnder: bigint;
  /** Reference rate of the currency and the band around it. */
  readonly rate: bigint;
  readonly bandPpm: number;
  /** Sum to pay, in minor units of the currency. */
  readonly total: bigint;
  /** Fee of the maker, in coins: beside the amount where the maker sells, out of it where the maker buys. */
  readonly fee: Amount;
  /** Value in base units of the value asset. */
  readonly value: Amount;
  readonly clocks: OtcClocks;
  /** All downtime up to then: clocks count the time less it. */
  readonly downtimeMs: number;
}

/** An order moved on and is open. */
export interface OtcOrderMovedEvent extends OfOrder {
  readonly type: 'otcOrderMoved';
  readonly from: OtcOpenState;
  readonly to: OtcOpenState;
  readonly by: OtcMover;
  /** Time at which it moved: that of the clock where a clock moved it. */
  readonly atMs: number;
  /** All downtime up to then. */
  readonly downtimeMs: number;
  /** Reason code and evidence of an appeal; '' for none. */
  readonly reason: string;
  readonly evidence: string;
}

/** An order ended: the whole escrow went to one of its two sides. */
export interface OtcOrderEndedEvent extends OfOrder {
  readonly type: 'otcOrderEnded';
  readonly from: OtcOpenState;
  readonly end: OtcEnd;
  readonly by: OtcMover;
  readonly winner: OtcSide;
  readonly fault: OtcFault;
  readonly atMs: number;
  readonly downtimeMs: number;
  /** Fee that was charged: 0 where the coins returned. */
  readonly fee: Amount;
  /** Reason code and operators of a decision. */
  readonly reason: string;
  readonly operators: readonly string[];
  /** Earliest time at which the bought value leaves; 0 where the coins returned. */
  readonly holdEndsMs: number;
}

/** A seller asked for a cancellation. */
export interface OtcCancelAskedEvent extends OfOrder {
  readonly type: 'otcCancelAsked';
  readonly why: OtcAsk;
}

/** A side added to an appeal. */
export interface OtcAppealStatedEvent extends OfOrder {
  readonly type: 'otcAppealStated';
  readonly side: OtcSide;
  readonly evidence: string;
  /** Place of the statement in the appeal. */
  readonly number: number;
}

/** A clock of an appeal ran out: an answer that is missing, or a decision that is late. */
export interface OtcAppealLateEvent extends OfOrder {
  readonly type: 'otcAppealLate';
  readonly what: 'answer' | 'decision';
  readonly atMs: number;
  /** Decisions that were ever late, this one among them. */
  readonly lateDecisions: number;
}

/** Ends at one's own fault paused a user's new orders. */
export interface OtcPausedEvent {
  readonly type: 'otcPaused';
  readonly userId: number;
  readonly untilMs: number;
  /** Ends at the user's fault that count. */
  readonly faults: number;
}

/** A value that was bought may leave. */
export interface OtcHoldEndedEvent {
  readonly type: 'otcHoldEnded';
  readonly userId: number;
  readonly orderId: number;
}

export type OtcEvent =
  | OtcTermsSetEvent
  | OtcCurrencySetEvent
  | OtcMethodSetEvent
  | OtcTraderSetEvent
  | OtcMerchantAdmittedEvent
  | OtcMerchantLeftEvent
  | OtcDepositFreedEvent
  | OtcOfferSetEvent
  | OtcOfferClosedEvent
  | OtcOrderCreatedEvent
  | OtcOrderMovedEvent
  | OtcOrderEndedEvent
  | OtcCancelAskedEvent
  | OtcAppealStatedEvent
  | OtcAppealLateEvent
  | OtcPausedEvent
  | OtcHoldEndedEvent;

export type OtcRejection =
  /** No terms, or the currency has no rate. */
  | 'OTC_CLOSED'
  /** The identity check that OTC needs is missing, or the user is barred. */
  | 'OTC_NOT_ADMITTED'
  /** Only a merchant publishes offers; the user is one already, or has too little for the deposit. */
  | 'OTC_NOT_MERCHANT'
  | 'OTC_MERCHANT'
  | 'OTC_DEPOSIT'
  /** Orders are open that must end first. */
  | 'OTC_ORDERS_OPEN'
  | 'OTC_OFFER_TERMS'
  | 'OTC_OFFER_UNKNOWN'
  /** Its terms are newer than those that the taker read. */
  | 'OTC_OFFER_CHANGED'
  /** The maker changed it since, on another page. */
  | 'OTC_OFFER_OVERTAKEN'
  /** The maker rests it, or the maker is paused, barred or outside of the own bounds. */
  | 'OTC_OFFER_PAUSED'
  /** The offer or the merchant's wallet has too little for an order. */
  | 'OTC_OFFER_SHORT'
  /** Both accounts are of one person. */
  | 'OTC_SAME_PERSON'
  /** The offer wants more released orders of its takers. */
  | 'OTC_FILTERED'
  | 'OTC_METHOD'
  /** The price is worse than the taker saw. */
  | 'OTC_PRICE_MOVED'
  /** Outside of the offer's bounds. */
  | 'OTC_AMOUNT'
  /** Above the value of a new user's orders, or the second open one. */
  | 'OTC_NEW_LIMIT'
  | 'OTC_NEW_OPEN'
  /** An order of the two is not paid yet. */
  | 'OTC_PAIR_UNPAID'
  | 'OTC_TOO_MANY'
  /** Ends at the user's own fault pause new orders. */
  | 'OTC_PAUSED'
  /** No open order of the sender has this id. */
  | 'OTC_ORDER_ENDED'
  /** The other side does that. */
  | 'OTC_WRONG_SIDE'
  /** Not in this state. */
  | 'OTC_WRONG_STATE'
  /** The order is no longer in the state that the sender saw. */
  | 'OTC_STATE_CHANGED'
  /** Not all three answers were yes, or the amount is another. */
  | 'OTC_RELEASE_UNSURE'
  /** The payment method takes longer. */
  | 'OTC_TOO_EARLY'
  /** An answer to the appeal may still come. */
  | 'OTC_ANSWER_PENDING'
  /** A value that was bought lately must stay. */
  | 'OTC_HOLD';

declare module '../../rejections.ts' {
  interface ProductRejections {
    readonly otc: OtcRejection;
  }
}
