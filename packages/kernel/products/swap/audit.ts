import { assert } from '../../assert.ts';
import type { Desk } from './desk.ts';

/** Checks what must hold between commands: quotes are in the order of their ends, and their sums are right. */
export function auditSwaps(desk: Desk): void {
  const out = new Map<number, bigint>();
  const expected = new Map<number, bigint>();
  let endsMs = 0;
  for (const [userId, quote] of desk.quotes) {
    assert(quote.userId === userId, 'a quote stands under its user');
    assert(quote.expiresMs >= endsMs, 'quotes are in the order of their ends');
    endsMs = quote.expiresMs;
    out.set(quote.to.assetId, (out.get(quote.to.assetId) ?? 0n) + quote.arrives);
    expected.set(quote.from.assetId, (expected.get(quote.from.assetId) ?? 0n) + quote.amount);
  }
  for (const assetId of desk.terms.keys()) {
    const sums = desk.promised(assetId);
    assert(sums.out === (out.get(assetId) ?? 0n), 'promises are the sum of the open quotes');
    assert(sums.in === (expected.get(assetId) ?? 0n), 'expectations are the sum of the open quotes');
    assert(desk.inventory(assetId) >= 0n, 'the house gives no more than it has');
  }
}
