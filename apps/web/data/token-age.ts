import { TOKEN_AGE_SECONDS } from '@candor/products';

/** A token is renewed this long before its end, so that a page left open does not fall out. */
export const TOKEN_MARGIN_MS = 3_600_000;

/**
 * True if a token stored at `storedMs` is due for renewal at `nowMs` (milliseconds since the epoch). A token from the
 * future (the device's clock was set back) counts as fresh: the server decides, and answers 401 when it is over.
 */
export function isRefreshDue(
  storedMs: number,
  nowMs: number,
  lifetimeMs: number = TOKEN_AGE_SECONDS * 1_000,
  marginMs: number = TOKEN_MARGIN_MS,
): boolean {
  return nowMs - storedMs >= lifetimeMs - marginMs;
}
