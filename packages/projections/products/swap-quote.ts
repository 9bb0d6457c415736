import type { SwapQuote } from '@candor/kernel';

const AMOUNTS = new Set(['amount', 'arrives', 'quotePerTickLot', 'basePerLot']);

/** Reads the quote of an event back from its text, in which amounts stand as text. */
export function readSwapQuote(event: string): SwapQuote {
  const { swapId, userId, from, to, amount, arrives, tickNo, quotedMs, expiresMs } = JSON.parse(
    event,
    (key, value) => (AMOUNTS.has(key) ? BigInt(value as string) : value),
  ) as SwapQuote;
  return { swapId, userId, from, to, amount, arrives, tickNo, quotedMs, expiresMs };
}
