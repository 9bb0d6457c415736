import type { Amount } from '@candor/money';
import type { SwapQuote } from '../../swap-desk.ts';
import type { SwapState, SwapTermsChange } from './commands.ts';

export type { SwapQuote, SwapSide } from '../../swap-desk.ts';

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
