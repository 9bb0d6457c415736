import { SWAP_QUOTE_MS, swapArrives } from '@candor/rules';
import type { Outcome } from '../../events.ts';
import { freshTicks } from '../../index-price.ts';
import { postEntry } from '../../ledger/entries.ts';
import { freeIn } from '../../ledger/free.ts';
import { MAX_SUPPLY } from '../../limits.ts';
import { refuse, swapDone } from '../../outcome.ts';
import type { ProductPart } from '../../product.ts';
import type { RejectionCode } from '../../rejections.ts';
import type { SwapDesk } from '../../swap-desk.ts';
import type { AcceptSwap, QuoteSwap, SwapTermsChange } from './commands.ts';
import type { Desk } from './desk.ts';
import type { SwapQuote } from './events.ts';

/** Quotes what the sender gives from the spot wallet. */
export function quoteSwap(
  desk: Desk,
  products: readonly ProductPart[],
  userId: number,
  { fromAssetId, toAssetId, amount }: QuoteSwap,
): Outcome {
  const { state } = desk;
  const available = freeIn(state, products, state.accounts.find(userId), fromAssetId);
  const quote = makeQuote(desk, userId, { fromAssetId, toAssetId, amount }, available);
  return typeof quote === 'string' ? refuse(quote) : swapDone(quote.swapId);
}

/**
 * Makes a quote at the indices of now, if the house could do it now. It sets nothing aside: quotes that nobody takes
 * must not keep others from theirs.
 */
function makeQuote(
  desk: Desk,
  userId: number,
  { fromAssetId, toAssetId, amount }: Omit<QuoteSwap, 'type'>,
  available: bigint,
): SwapQuote | RejectionCode {
  const { state } = desk;
  const { accounts } = state;
  desk.expire();
  const account = accounts.find(userId);
  if (account === 0) return 'UNKNOWN_ACCOUNT';
  if (accounts.house[account] === 1) return 'NOT_PERMITTED';
  if (!state.assets.has(fromAssetId) || !state.assets.has(toAssetId)) return 'UNKNOWN_ASSET';
  const fromTerms = desk.terms.get(fromAssetId);
  const toTerms = desk.terms.get(toAssetId);
  if (fromTerms === undefined || toTerms === undefined || fromAssetId === toAssetId)
    return 'SWAP_NOT_OFFERED';
  if (valueAsset(desk, fromAssetId, fromTerms) !== valueAsset(desk, toAssetId, toTerms))
    return 'SWAP_NOT_OFFERED';
  if (desk.haltReason !== null) return 'SWAP_HALTED';
  if (isHalted(desk, fromTerms) || isHalted(desk, toTerms)) return 'SYMBOL_HALTED';
  if (amount <= 0n) return 'QUANTITY_INVALID';
  if (amount < fromTerms.minAmount || amount > fromTerms.maxAmount) return 'SWAP_AMOUNT';
  if (available < amount) return 'INSUFFICIENT_BALANCE';
  const from = desk.sideNow(fromAssetId, fromTerms);
  const to = desk.sideNow(toAssetId, toTerms);
  if (from === null || to === null) return 'INDEX_STALE';
  const arrives = swapArrives(amount, from, to);
  if (arrives === 0n) return 'SWAP_AMOUNT';
  if (arrives >= MAX_SUPPLY) return 'AMOUNT_TOO_LARGE';
  if (!desk.canTake({ from, to, amount, arrives })) return 'SWAP_HOUSE_LIMIT';
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
  return quote;
}

/** Swaps by the sender's open quote, if the house can still do it: others may have taken theirs first. */
export function acceptSwap(
  desk: Desk,
  products: readonly ProductPart[],
  userId: number,
  { swapId }: AcceptSwap,
): Outcome {
  const { state } = desk;
  const account = state.accounts.find(userId);
  if (account === 0) return refuse('UNKNOWN_ACCOUNT');
  const quote = takeableQuote(desk, userId, swapId, (assetId) => freeIn(state, products, account, assetId));
  if (typeof quote === 'string') return refuse(quote);
  const { from, to, amount, arrives } = quote;
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

/** Returns a user's open quote that can be taken now for what is available of its asset, or why it cannot. */
function takeableQuote(
  desk: Desk,
  userId: number,
  swapId: number,
  availableOf: (assetId: number) => bigint,
): SwapQuote | RejectionCode {
  const { state } = desk;
  desk.expire();
  const quote = desk.openQuote(userId);
  if (quote === null || quote.swapId !== swapId) return 'SWAP_QUOTE_ENDED';
  if (desk.haltReason !== null) return 'SWAP_HALTED';
  const { from, to, amount } = quote;
  for (const { symbolId } of [from, to]) {
    if (symbolId === 0) continue;
    if (state.symbolsById.get(symbolId)!.state === 'halted') return 'SYMBOL_HALTED';
    if (freshTicks(state, symbolId) === 0) return 'INDEX_STALE';
  }
  if (availableOf(from.assetId) < amount) return 'INSUFFICIENT_BALANCE';
  return desk.canTake(quote) ? quote : 'SWAP_HOUSE_LIMIT';
}

/** Opens swaps to products that keep money outside of the spot wallet. */
export function swapDesk(desk: Desk): SwapDesk {
  return {
    quote: (userId, fromAssetId, toAssetId, amount, available) =>
      makeQuote(desk, userId, { fromAssetId, toAssetId, amount }, available),
    takeable: (userId, swapId, availableOf) => takeableQuote(desk, userId, swapId, availableOf),
    take({ userId }) {
      desk.remove(userId);
      return desk.house();
    },
  };
}

/** The asset that an asset's index is in: itself for that which the others are quoted in. */
export function valueAsset(desk: Desk, assetId: number, { symbolId }: SwapTermsChange): number {
  return symbolId === 0 ? assetId : desk.state.symbolsById.get(symbolId)!.listed.quoteAssetId;
}

function isHalted(desk: Desk, { symbolId }: SwapTermsChange): boolean {
  return symbolId !== 0 && desk.state.symbolsById.get(symbolId)!.state === 'halted';
}
