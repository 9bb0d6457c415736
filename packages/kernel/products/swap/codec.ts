import { amount, type CommandCodecs, command, number, oneOf, text } from '../../codec/fields.ts';
import type {
  AcceptSwap,
  FundSwaps,
  QuoteSwap,
  SetSwapState,
  SetSwapTerms,
  SwapCommand,
} from './commands.ts';

export const swapState = oneOf(['trading', 'halted']);

/** Codes 140 to 149. */
export const swapCodecs: CommandCodecs<SwapCommand> = {
  setSwapTerms: command<SetSwapTerms>(140, {
    assetId: number,
    symbolId: number,
    spreadPpm: number,
    minAmount: amount,
    maxAmount: amount,
    maxInventory: amount,
    reason: text,
  }),
  setSwapState: command<SetSwapState>(141, { state: swapState, reason: text }),
  fundSwaps: command<FundSwaps>(142, { assetId: number, amount, fromUserId: number, reason: text }),
  quoteSwap: command<QuoteSwap>(143, { fromAssetId: number, toAssetId: number, amount }),
  acceptSwap: command<AcceptSwap>(144, { swapId: number }),
};
