import { assert } from '../../assert.ts';
import type { State } from '../../state.ts';
import type { CustodyBooks } from './books.ts';

/**
 * Checks what must hold between commands, at the cost of a walk over open withdrawals: each has a used number, and what
 * a wallet holds covers the withdrawals that are open on it.
 */
export function auditCustody(state: State, books: CustodyBooks): void {
  const needed = new Map<number, bigint>();
  for (const { withdrawalNo, userId, assetId, amount, fee } of books.open.values()) {
    assert(books.withdrawals.has(withdrawalNo), 'an open withdrawal has a used number');
    const slot = state.balances.find(state.accounts.find(userId), assetId);
    needed.set(slot, (needed.get(slot) ?? 0n) + amount + fee);
  }
  for (const [slot, units] of needed) {
    assert(state.balances.held(slot) >= units, 'open withdrawals are held');
  }
  for (const { depositNo } of books.recent.values()) {
    assert(books.deposits.has(depositNo), 'a deposit that can be taken back was credited');
  }
}
