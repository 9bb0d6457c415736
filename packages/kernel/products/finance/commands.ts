import type { Amount } from '@candor/money';
import type { FixedTerms } from '../../earn/terms.ts';

/** Tab under which a product is offered. The membership zone is for VIP users, by the published rule. */
export type FinanceZone = 'valueAdded' | 'members' | 'ordinary';

/** Terms of a finance product: those of an order with a cycle, and its own. */
export interface FinanceTerms extends FixedTerms {
  /** Printable ASCII: the terms are one text in every language. */
  readonly name: string;
  readonly zone: FinanceZone;
  /** Days in which an order cannot be left; the whole cycle where no early exit is offered. */
  readonly lockDays: number;
  /** The most orders of the offer that one user may ever begin. */
  readonly maxParticipations: number;
}

/** Adds an offer, numbered by the kernel. It never changes. It opens at `opensMs`, or at once where that has passed. */
export interface OfferFinance extends FinanceTerms {
  readonly type: 'offerFinance';
  readonly opensMs: number;
  readonly reason: string;
}

/** Ends an offer for later orders, at `closesMs` or at once where that has passed. Open orders keep their terms. */
export interface CloseFinanceOffer {
  readonly type: 'closeFinanceOffer';
  readonly offerId: number;
  readonly closesMs: number;
  readonly reason: string;
}

/**
 * Adds to the pool that pays the interest: from a house user's spot wallet or, with user 0 in practice mode, from practice
 * custody. Below 0 it goes back to the house user, never more than is free.
 */
export interface FundFinance {
  readonly type: 'fundFinance';
  readonly assetId: number;
  readonly amount: Amount;
  readonly fromUserId: number;
  readonly reason: string;
}

/**
 * Begins an order of the sender. `isMember` is what the server found by the published rule of VIP users when it took the
 * command, never what the sender says: the journal keeps whom it let in.
 */
export interface SubscribeFinance {
  readonly type: 'subscribeFinance';
  readonly offerId: number;
  readonly amount: Amount;
  readonly isMember: boolean;
}

/** Ends an open order of the sender after its locked days and before it matures. */
export interface RedeemFinance {
  readonly type: 'redeemFinance';
  readonly orderId: number;
}

export type FinanceCommand =
  | OfferFinance
  | CloseFinanceOffer
  | FundFinance
  | SubscribeFinance
  | RedeemFinance;
