import { CallError } from '@candor/api';

/**
 * The part of a change of an offer that is about its amount: what the offer had left when its merchant decided, and what it
 * trades from now on. Undefined where the amount stays as the form shows it: orders may have changed it since, and a save of
 * other terms must not take that back.
 */
export const changedAmount = (typed: string, left: string) =>
  typed === left ? undefined : { from: left, to: typed };

/** Amount that an offer has left by the refusal of a change; null for any other error. */
export function leftAfter(error: unknown): string | null {
  if (!(error instanceof CallError) || error.key !== 'OTC_OFFER_TRADED') return null;
  return error.problem?.details?.amount ?? null;
}
