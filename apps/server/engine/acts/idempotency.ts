import { hash } from 'node:crypto';
import type { Command } from '@candor/kernel';

export interface ActKey {
  readonly key: string | null;
  readonly bodyHash: string | null;
}

/** A command, or of one that is made with what only holds at its time, what its user asked for. */
export type Act =
  | Command
  | { readonly type: 'placePerpetualOrder' | 'changeOtcOffer' | 'takeOtcOffer' | 'lockMining' };

/**
 * The kernel's idempotency key of an act: its name with the Idempotency-Key header, else with the client order id. Both
 * families of calls name the same act alike, so a retry through the other family is the same act too. `body` is what
 * the act will do, normalised, so that 1.0 and 1 are the same request.
 */
export function actKey(
  act: string,
  headerKey: string | null,
  clientOrderId: string | null,
  body: Act,
): ActKey {
  if (headerKey === null && clientOrderId === null) return { key: null, bodyHash: null };
  const key = headerKey !== null ? headerKeyOf(act, headerKey) : `${act}:c:${clientOrderId}:`;
  return { key, bodyHash: hash('sha256', textOf(body)) };
}

/** Writes JSON, amounts as their digits. A replacer makes stringify several times slower, and most orders need none. */
function textOf(body: Act): string {
  return body.type === 'cancelOrder' || (body.type === 'placeOrder' && body.quoteAmount === null)
    ? JSON.stringify(body)
    : JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
}

/** Key as the client makes it: `t`, a time in base 36, `-`, chance. */
const timedKey = /^t[0-9a-z]{8,10}-[A-Za-z0-9]{16,}$/;

/**
 * The kernel reads a key's age behind its last colon. A key that only happens to begin like a timed one gets a colon at
 * its end, so that no age is read out of it.
 */
function headerKeyOf(act: string, headerKey: string): string {
  return timedKey.test(headerKey) ? `${act}:k:${headerKey}` : `${act}:k:${headerKey}:`;
}
