import type { Amount } from '@candor/money';
import type { SwapLeg } from '@candor/rules';
import type { SwapState, SwapTermsChange } from './commands.ts';

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

export interface SwapQuotedEvent extends SwapQuote {
  readonly type: 'swapQuoted';
}

/** A quote was taken: the receipt of a swap. */
export interface SwappedEvent extends SwapQuote {
  readonly type: 'swapped';
}

/** Change by an operator, as it was and as it is. */
export type SwapChange =
  | { readonly what: 'terms'; readonly before: SwapTermsChange | null; readonly after: SwapTermsChange }
  | { readonly what: 'state'; readonly before: SwapState; readonly after: SwapState }
  | { readonly what: 'inventory'; readonly before: Amount; readonly after: Amount };

/** An operator changed what holds for later quotes, or moved inventory. */
export interface SwapChangedEvent {
  readonly type: 'swapChanged';
  /** 0 for all assets. */
  readonly assetId: number;
  readonly change: SwapChange;
  readonly reason: string;
}

export type SwapEvent = SwapQuotedEvent | SwappedEvent | SwapChangedEvent;

export type SwapRejection =
  | 'SWAP_NOT_OFFERED'
  | 'SWAP_HALTED'
  /** Below the least or above the most that one swap may give. */
  | 'SWAP_AMOUNT'
  /** The house's account has too little of what arrives, or would hold too much of what is given. */
  | 'SWAP_HOUSE_LIMIT'
  /** Expired, used or replaced by a later one. */
  | 'SWAP_QUOTE_ENDED';

/** The swap's id stands in the entry's `orderId`. */

declare module '../../rejections.ts' {
  interface ProductRejections {
    readonly swap: SwapRejection;
  }
}
