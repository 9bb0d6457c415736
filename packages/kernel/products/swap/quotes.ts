import { SWAP_QUOTE_MS, swapArrives } from '@candor/rules';
import type { Outcome } from '../../events.ts';
import { postEntry } from '../../ledger/entries.ts';
import { freeIn } from '../../ledger/free.ts';
import { MAX_SUPPLY } from '../../limits.ts';
import { refuse, swapDone } from '../../outcome.ts';
import type { ProductPart } from '../../product.ts';
import type { AcceptSwap, QuoteSwap, SwapTermsChange } from './commands.ts';
import type { Desk } from './desk.ts';
import type { SwapQuote } from './events.ts';

/**
 * Makes a quote at the indices of now, if the house could do it now. It sets nothing aside: quotes that nobody takes
 * must not keep others from theirs.
 */
export function quoteSwap(
  desk: Desk,
  products: readonly ProductPart[],
  userId: number,
  { fromAssetId, toAssetId, amount }: QuoteSwap,
): Outcome {
  const { state } = desk;
  const { accounts } = state;
  desk.expire();
  const account = accounts.find(userId);
  if (account === 0) return refuse('UNKNOWN_ACCOUNT');
  if (accounts.house[account] === 1) return refuse('NOT_PERMITTED');
  if (!state.assets.has(fromAssetId) || !state.assets.has(toAssetId)) return refuse('UNKNOWN_ASSET');
  const fromTerms = desk.terms.get(fromAssetId);
  const toTerms = desk.terms.get(toAssetId);
  if (fromTerms === undefined || toTerms === undefined || fromAssetId === toAssetId) {
    return refuse('SWAP_NOT_OFFERED');
  }
  if (valueAsset(desk, fromAssetId, fromTerms) !== valueAsset(desk, toAssetId, toTerms)) {
    return refuse('SWAP_NOT_OFFERED');
  }
  if (desk.haltReason !== null) return refuse('SWAP_HALTED');
  if (isHalted(desk, fromTerms) || isHalted(desk, toTerms)) return refuse('SYMBOL_HALTED');
  if (amount <= 0n) return refuse('QUANTITY_INVALID');
  if (amount < fromTerms.minAmount || amount > fromTerms.maxAmount) return refuse('SWAP_AMOUNT');
  if (freeIn(state, products, account, fromAssetId) < amount) return refuse('INSUFFICIENT_BALANCE');
  const from = desk.sideNow(fromAssetId, fromTerms);
  const to = desk.sideNow(toAssetId, toTerms);
  if (from === null || to === null) return refuse('INDEX_STALE');
  const arrives = swapArrives(amount, from, to);
  if (arrives === 0n) return refuse('SWAP_AMOUNT');
  if (arrives >= MAX_SUPPLY) return refuse('AMOUNT_TOO_LARGE');
  if (!desk.canTake({ from, to, amount, arrives })) return refuse('SWAP_HOUSE_LIMIT');
  desk.remove(userId);
  const quote: SwapQuote = {
    swapId: ++state.lastOrderId,
    userId,
    from,
    to,
    amount,
    arrives,
    tickNo: state.index.lastTickNo,
    quotedMs: state.timeMs,
    expiresMs: state.timeMs + SWAP_QUOTE_MS,
  };
  desk.add(quote);
  state.tape.note({ type: 'swapQuoted', ...quote });
  return swapDone(quote.swapId);
}

/** Swaps by the sender's open quote, if the house can still do it: others may have taken theirs first. */
export function acceptSwap(
  desk: Desk,
  products: readonly ProductPart[],
  userId: number,
  { swapId }: AcceptSwap,
): Outcome {
  const { state } = desk;
  desk.expire();
  const account = state.accounts.find(userId);
  if (account === 0) return refuse('UNKNOWN_ACCOUNT');
  const quote = desk.openQuote(userId);
  if (quote === null || quote.swapId !== swapId) return refuse('SWAP_QUOTE_ENDED');
  if (desk.haltReason !== null) return refuse('SWAP_HALTED');
  const { from, to, amount, arrives } = quote;
  for (const { symbolId } of [from, to]) {
    if (symbolId === 0) continue;
    if (state.symbolsById.get(symbolId)!.state === 'halted') return refuse('SYMBOL_HALTED');
    if (desk.freshTicks(symbolId) === 0) return refuse('INDEX_STALE');
  }
  if (freeIn(state, products, account, from.assetId) < amount) return refuse('INSUFFICIENT_BALANCE');
  if (!desk.canTake(quote)) return refuse('SWAP_HOUSE_LIMIT');
  desk.remove(userId);
  const house = desk.house();
  postEntry(state, 'swap', { tradeId: 0, orderId: swapId }, [
    { account, assetId: from.assetId, amount: -amount },
    { account: house, assetId: from.assetId, amount },
    { account: house, assetId: to.assetId, amount: -arrives },
    { account, assetId: to.assetId, amount: arrives },
  ]);
  state.tape.note({ type: 'swapped', ...quote });
  return swapDone(swapId);
}

/** The asset that an asset's index is in: itself for that which the others are quoted in. */
export function valueAsset(desk: Desk, assetId: number, { symbolId }: SwapTermsChange): number {
  return symbolId === 0 ? assetId : desk.state.symbolsById.get(symbolId)!.listed.quoteAssetId;
}

function isHalted(desk: Desk, { symbolId }: SwapTermsChange): boolean {
  return symbolId !== 0 && desk.state.symbolsById.get(symbolId)!.state === 'halted';
}
