import { assert } from '../../assert.ts';
import { MARGIN_RECEIVABLE } from '../../ledger/accounts.ts';
import { debtAccount, isDebt, walletFacts, walletNumber } from '../../ledger/wallets.ts';
import type { State } from '../../state.ts';
import type { MarginBooks } from './books.ts';

/**
 * Checks what must hold between commands, at the cost of a walk over all loans and accounts: a debt account is the
 * negative principal and unpaid posted interest of its loan, no account has a debt without a loan, and the pool's
 * receivable is the sum of all debts.
 */
export function auditMargin(state: State, books: MarginBooks): void {
  const { accounts, balances } = state;
  const debts = new Map<number, bigint>();
  let owing = 0;
  for (const book of books.wallets.values()) {
    if (book.loans.size === 0) continue;
    owing += 1;
    const account = accounts.find(debtAccount(accounts.numbers[book.account]!));
    for (const loan of book.loans.values()) {
      const { assetId, loanId, principal, posted, paid } = loan;
      assert(books.isOpenLoan(loanId), 'a loan is found by its id');
      assert(principal >= 0n && paid <= posted, 'no more interest is paid than was posted');
      const debt = balances.total(balances.find(account, assetId));
      assert(debt === -(principal + posted - paid), 'a debt is the principal and the unpaid interest');
      debts.set(assetId, (debts.get(assetId) ?? 0n) - debt);
    }
  }
  assert(owing === books.owingCount, 'wallets that owe are counted');
  const kept = new Map<number, bigint>();
  for (let slot = 1; slot <= balances.count; slot++) {
    const number = accounts.numbers[balances.account[slot]!]!;
    if (number <= 0 || !isDebt(number)) continue;
    if (walletFacts(walletNumber(number)).kind === 'spot') continue;
    const assetId = balances.asset[slot]!;
    kept.set(assetId, (kept.get(assetId) ?? 0n) - balances.total(slot));
  }
  const receivable = accounts.find(MARGIN_RECEIVABLE);
  for (const [assetId, owed] of kept) {
    assert(owed === (debts.get(assetId) ?? 0n), 'nobody owes without a loan');
    const due = receivable === 0 ? 0n : balances.total(balances.find(receivable, assetId));
    assert(due === owed, 'the pool is owed what all debts come to');
  }
}
