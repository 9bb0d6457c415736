import { assert } from '../../assert.ts';
import { LOAN_RECEIVABLE } from '../../ledger/accounts.ts';
import { debtAccount, isDebt, userOf, walletFacts, walletNumber } from '../../ledger/wallets.ts';
import type { State } from '../../state.ts';
import { type LoanBooks, nextSecond, postedDebt } from './books.ts';

/**
 * Checks what must hold between commands, at the cost of a walk over all loans and accounts: a debt account is minus what
 * its user's loans owe, nobody owes without a loan, the pool's receivable is the sum of all debts, no overdue interest is
 * above its limit, and each loan waits once for its next time.
 */
export function auditLoans(state: State, books: LoanBooks): void {
  const { accounts, balances } = state;
  for (const loan of books.loans.values()) {
    assert(books.byUser.get(loan.userId)?.has(loan) === true, 'a loan is found by its user');
    assert(
      books.queue.get(loan.loanId)?.dueMs === nextSecond(loan) * 1_000,
      'a loan waits for its next time',
    );
    assert(loan.principal >= 0n && postedDebt(loan) > 0n, 'an open loan owes');
    for (const { interest, principal, posted, paid, cap } of loan.due) {
      assert(interest >= 0n && principal >= 0n, 'no more is paid of an instalment than fell due');
      assert(paid <= posted && posted <= cap, 'overdue interest stays within its limit');
    }
  }
  assert(books.queue.size === books.loans.size, 'no loan waits but the open ones');
  const kept = new Map<number, bigint>();
  for (let slot = 1; slot <= balances.count; slot++) {
    const number = accounts.numbers[balances.account[slot]!]!;
    if (number <= 0 || !isDebt(number) || walletFacts(walletNumber(number)).kind !== 'spot') continue;
    const owed = -balances.total(slot);
    assert(number === debtAccount(userOf(number)), 'debts of power loans are those of spot wallets');
    assert(owed === owedOf(books, userOf(number), balances.asset[slot]!), 'a debt is what the loans owe');
    kept.set(balances.asset[slot]!, (kept.get(balances.asset[slot]!) ?? 0n) + owed);
  }
  const receivable = accounts.find(LOAN_RECEIVABLE);
  for (const [assetId, owed] of kept) {
    assert(
      balances.total(balances.find(receivable, assetId)) === owed,
      'the pool is owed what all debts come to',
    );
  }
}

function owedOf(books: LoanBooks, userId: number, assetId: number): bigint {
  let owed = 0n;
  for (const loan of books.byUser.get(userId) ?? []) if (loan.assetId === assetId) owed += postedDebt(loan);
  return owed;
}
