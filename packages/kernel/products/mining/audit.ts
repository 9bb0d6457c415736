import { assert } from '../../assert.ts';
import { MINING_REWARDS } from '../../ledger/accounts.ts';
import type { State } from '../../state.ts';
import type { MiningBooks } from './books.ts';

/** Checks what must hold between commands: the account of rewards holds what all users have of each coin. */
export function auditMining({ accounts, balances, assets }: State, books: MiningBooks): void {
  const sums = new Map<number, bigint>();
  for (const { assetId, amount } of books.savedRewards())
    sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
  const account = accounts.find(MINING_REWARDS);
  for (const assetId of assets.keys()) {
    const held = account === 0 ? 0n : balances.total(balances.find(account, assetId));
    assert(held === (sums.get(assetId) ?? 0n), 'the account of rewards holds what users have');
  }
  for (const { userId } of books.waiting.values())
    assert(books.members.has(userId), 'who waits for another address has joined');
  for (const { userId } of books.withdrawals.values())
    assert(books.members.has(userId), 'who withdraws rewards has joined');
}
