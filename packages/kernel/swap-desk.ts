import type { Amount } from '@candor/money';
import type { SwapLeg } from '@candor/rules';
import type { RejectionCode } from './rejections.ts';

/** One side of a quote with the index that it was priced at. */
export interface SwapSide extends SwapLeg {
  readonly assetId: number;
  /** 0 for the asset that the other symbols are quoted in; its index is 1. */
  readonly symbolId: number;
}

/** A quote, complete: everything that its rate follows from. */
export interface SwapQuote {
  readonly swapId: number;
  readonly userId: number;
  readonly from: SwapSide;
  readonly to: SwapSide;
  /** Amount that the user gives. */
  readonly amount: Amount;
  /** Amount that arrives. */
  readonly arrives: Amount;
  /** The last index tick when it was made. */
  readonly tickNo: number;
  readonly quotedMs: number;
  /** The first moment at which it no longer holds. */
  readonly expiresMs: number;
}

/** Swaps for money that a product keeps outside of the spot wallet, by the same quotes and checks as all others. */
export interface SwapDesk {
  /** Makes a quote of a user who has `available` of the one asset, in place of the user's open one; or says why not. */
  quote(
    userId: number,
    fromAssetId: number,
    toAssetId: number,
    amount: Amount,
    available: bigint,
  ): SwapQuote | RejectionCode;
  /** Returns the user's open quote of this id if it can be taken now for what is `availableOf` its asset; or says why not. */
  takeable(
    userId: number,
    swapId: number,
    availableOf: (assetId: number) => bigint,
  ): SwapQuote | RejectionCode;
  /** Ends a quote that is taken. Returns the house's account, as a slot, against which the caller posts. */
  take(quote: SwapQuote): number;
}
