import { assert } from '../../assert.ts';
import type { State } from '../../state.ts';
import type { CustodyBooks } from './books.ts';

/**
 * Checks what must hold between commands, at the cost of a walk over open withdrawals: each has a used number, and what
 * a wallet holds covers the withdrawals that are open on it and the deposits that are held.
 */
export function auditCustody(state: State, books: CustodyBooks): void {
  const needed = new Map<number, bigint>();
  for (const { withdrawalNo, userId, assetId, amount, fee } of books.open.values()) {
    assert(books.withdrawals.has(withdrawalNo), 'an open withdrawal has a used number');
    const slot = state.balances.find(state.accounts.find(userId), assetId);
    needed.set(slot, (needed.get(slot) ?? 0n) + amount + fee);
  }
  for (const { depositNo, userId, assetId, held } of books.holds.values()) {
    const deposit = books.recent.get(depositNo);
    assert(deposit !== undefined && held >= 0n && held <= deposit.amount, 'a held deposit is reversible');
    const slot = state.balances.find(state.accounts.find(userId), assetId);
    needed.set(slot, (needed.get(slot) ?? 0n) + held);
  }
  for (const [slot, units] of needed) {
    assert(state.balances.held(slot) >= units, 'open withdrawals and taken-back deposits are held');
  }
  for (const { depositNo } of books.recent.values()) {
    assert(books.deposits.has(depositNo), 'a deposit that can be taken back was credited');
  }
}
