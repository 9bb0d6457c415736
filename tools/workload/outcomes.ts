import type { Outcome } from '@candor/kernel';

/** Returns the status of an order that a command placed, changed or cancelled; null where it says none. */
export function statusOf(outcome: Outcome) {
  return outcome.ok && 'status' in outcome ? outcome.status : null;
}

/** Returns what was filled in lots: of an order or quotes, or both halves of a reversal. 0 of anything else. */
export function filledLotsOf(outcome: Outcome): number {
  if (!outcome.ok) return 0;
  if (outcome.kind === 'reversal') return outcome.closedLots + outcome.openedLots;
  return 'filledLots' in outcome ? outcome.filledLots : 0;
}

/** Returns what was filled in base units of the quote; 0 of anything but orders and quotes. */
export function filledQuoteOf(outcome: Outcome): bigint {
  return outcome.ok && 'filledQuote' in outcome ? outcome.filledQuote : 0n;
}
