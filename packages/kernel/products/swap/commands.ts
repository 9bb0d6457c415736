import type { Amount } from '@candor/money';

/** Terms of swaps of one asset, as they are published. */
export interface SwapTermsChange {
  /** Gives the asset's index; 0 for the asset that the other symbols are quoted in. */
  readonly symbolId: number;
  /** Counts on both sides of a swap: a pair's spread is the sum of its two assets' spreads. */
  readonly spreadPpm: number;
  /** Bounds of what one swap may give of the asset. */
  readonly minAmount: Amount;
  readonly maxAmount: Amount;
  /** The house's account takes swaps of the asset up to this inventory. */
  readonly maxInventory: Amount;
}

/** Sets the terms for quotes that are made later; a quote that is open keeps its own. */
export interface SetSwapTerms extends SwapTermsChange {
  readonly type: 'setSwapTerms';
  readonly assetId: number;
  readonly reason: string;
}

export type SwapState = 'trading' | 'halted';

/** Halts or reopens all swaps. While they are halted, open quotes are not honoured either. */
export interface SetSwapState {
  readonly type: 'setSwapState';
  readonly state: SwapState;
  readonly reason: string;
}

/**
 * Adds to the account that swaps are made against: from a house user's spot wallet or, with user 0 in practice mode,
 * from practice custody. Below 0 it goes back to the house user, never more than open quotes leave free.
 */
export interface FundSwaps {
  readonly type: 'fundSwaps';
  readonly assetId: number;
  readonly amount: Amount;
  readonly fromUserId: number;
  readonly reason: string;
}

/** Asks for a quote: the sender gives `amount` of the one asset for the other. It replaces the sender's open quote. */
export interface QuoteSwap {
  readonly type: 'quoteSwap';
  readonly fromAssetId: number;
  readonly toAssetId: number;
  readonly amount: Amount;
}

/** Swaps by an open quote of the sender, at its rate or not at all. */
export interface AcceptSwap {
  readonly type: 'acceptSwap';
  readonly swapId: number;
}

export type SwapCommand = SetSwapTerms | SetSwapState | FundSwaps | QuoteSwap | AcceptSwap;
