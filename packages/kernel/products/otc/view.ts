import type { Amount } from '@candor/money';
import type { OtcAsk, OtcOpenState, OtcTerms } from '@candor/rules';
import type { OtcOfferTerms } from './commands.ts';
import type { OtcClocks, OtcRejection } from './events.ts';

export interface OtcCurrencyView {
  readonly currency: string;
  readonly scale: number;
  readonly rate: bigint;
}

export interface OtcMethodView {
  readonly method: string;
  readonly appealAfterMs: number;
  readonly isOpen: boolean;
}

/** Published terms, and those that follow at a named time. */
export interface OtcTermsView {
  readonly terms: OtcTerms;
  readonly next: { readonly terms: OtcTerms; readonly effectiveMs: number } | null;
}

export interface OtcOfferView extends OtcOfferTerms {
  readonly offerId: number;
  readonly userId: number;
  readonly version: number;
  readonly side: 'buy' | 'sell';
  readonly assetId: number;
  readonly currency: string;
  readonly isPaused: boolean;
  /** Price now, in millionths of the currency; null without a fresh index, or outside of a floating offer's bounds. */
  readonly price: bigint | null;
  /** Most that one order can have now; 0 while none can be made. */
  readonly available: Amount;
  /** Reason why it cannot be taken now; null where it can. */
  readonly hidden: OtcRejection | 'INDEX_STALE' | 'PRICE_OUT_OF_BAND' | null;
}

export interface OtcAppealView {
  readonly openedMs: number;
  readonly statements: number;
  /** Sides whose answer is awaited. */
  readonly awaitsBuyer: boolean;
  readonly awaitsSeller: boolean;
  readonly answerDueMs: number;
  readonly decideDueMs: number;
  readonly isDecisionLate: boolean;
}

/** An open order as it stands at the kernel's time. */
export interface OtcOrderView {
  readonly orderId: number;
  readonly offerId: number;
  readonly version: number;
  readonly makerId: number;
  readonly buyerId: number;
  readonly sellerId: number;
  readonly assetId: number;
  readonly amount: Amount;
  readonly fee: Amount;
  readonly currency: string;
  readonly price: bigint;
  readonly total: bigint;
  readonly method: string;
  readonly termsHash: string;
  readonly clocks: OtcClocks;
  readonly state: OtcOpenState;
  readonly createdMs: number;
  /** Time at which the state's clock runs out, all downtime so far counted; null for none. */
  readonly dueMs: number | null;
  /** A paid order's buyer may appeal from then on; null in other states. */
  readonly appealFromMs: number | null;
  readonly asked: OtcAsk | null;
  readonly appeal: OtcAppealView | null;
}

/** A user's standing in OTC. */
export interface OtcTraderView {
  readonly isAdmitted: boolean;
  /** Orders ever released, on either side. */
  readonly released: number;
  readonly openOrders: number;
  /** New orders are paused until then; 0 while they are not. */
  readonly pausedUntilMs: number;
  /** Ends at the user's own fault that count now. */
  readonly faults: number;
  readonly isNew: boolean;
}

export interface OtcMerchantView {
  readonly userId: number;
  readonly assetId: number;
  readonly deposit: Amount;
  /** Time at which the deposit is free; 0 for a merchant who stays. */
  readonly freeMs: number;
}

/** A value that was bought and may not leave yet. */
export interface OtcHoldView {
  readonly orderId: number;
  /** In base units of the value asset, less what was sold since. */
  readonly value: Amount;
  readonly endsMs: number;
}

/** View of OTC for others. */
export interface OtcView {
  terms(): OtcTermsView | null;
  currencies(): readonly OtcCurrencyView[];
  methods(): readonly OtcMethodView[];
  /** All offers, those that cannot be taken now among them, the oldest first. */
  offers(): readonly OtcOfferView[];
  offer(offerId: number): OtcOfferView | null;
  offersOf(userId: number): readonly OtcOfferView[];
  /** Open orders of a user on either side, the oldest first. */
  orders(userId: number): readonly OtcOrderView[];
  /** An open order; null for one that ended or never was. */
  order(orderId: number): OtcOrderView | null;
  /** All appealed orders, the oldest first. */
  appeals(): readonly OtcOrderView[];
  trader(userId: number): OtcTraderView;
  merchant(userId: number): OtcMerchantView | null;
  holds(userId: number): readonly OtcHoldView[];
  /** Decisions that were ever late. */
  lateDecisions(): number;
}
