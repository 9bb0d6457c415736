import type { Amount } from '@candor/money';
import type { SwapState, SwapTermsChange } from './commands.ts';
import type { SwapQuote } from './events.ts';

/** An asset's terms with what the house's account has of it. */
export interface SwapAssetView extends SwapTermsChange {
  readonly assetId: number;
  /** Balance of the house's account. */
  readonly inventory: Amount;
  /** Sum that would leave it if all open quotes were taken; may be more than it has. */
  readonly promised: Amount;
  /** Amount that open quotes may bring. */
  readonly expected: Amount;
  /** Its index is there and fresh. */
  readonly isPriced: boolean;
}

/** View of swaps for others. */
export interface SwapView {
  readonly state: SwapState;
  /** Why they are halted; '' while they are not. */
  readonly stateReason: string;
  assets(): readonly SwapAssetView[];
  /** A user's open quote; null without one. */
  quote(userId: number): SwapQuote | null;
}
