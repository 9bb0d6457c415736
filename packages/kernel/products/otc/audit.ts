import { assert } from '../../assert.ts';
import { OTC_ESCROW } from '../../ledger/accounts.ts';
import type { State } from '../../state.ts';
import { dueUpMsOf, escrowOf, type OtcBooks } from './books.ts';

/**
 * Checks what must hold between commands: the escrow is the sum of all open orders, each waits once at the end of its
 * clock, a pair has one unpaid order, and no offer trades less than nothing.
 */
export function auditOtc({ accounts, balances, assets }: State, books: OtcBooks): void {
  const kept = new Map<number, bigint>();
  let waiting = 0;
  const unpaid = new Set<string>();
  for (const order of books.orders.values()) {
    kept.set(order.assetId, (kept.get(order.assetId) ?? 0n) + escrowOf(order));
    const dueUpMs = dueUpMsOf(order);
    if (dueUpMs !== null) waiting += 1;
    assert(
      (books.queue.get(order.orderId)?.dueMs ?? null) === dueUpMs,
      'an order waits at the end of its clock',
    );
    if (order.state !== 'created' && order.state !== 'lapsed') continue;
    const pair = [order.buyerId, order.sellerId].sort((a, b) => a - b).join('/');
    assert(!unpaid.has(pair), 'a pair has one unpaid order');
    unpaid.add(pair);
  }
  assert(books.queue.size === waiting, 'nothing waits but open orders');
  const escrow = accounts.find(OTC_ESCROW);
  for (const assetId of assets.keys()) {
    const total = escrow === 0 ? 0n : balances.total(balances.find(escrow, assetId));
    assert(total === (kept.get(assetId) ?? 0n), 'the escrow is what open orders hold');
  }
  for (const { amount } of books.offers.values()) assert(amount >= 0n, 'no offer trades more than it has');
}
