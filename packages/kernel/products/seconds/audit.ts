import { assert } from '../../assert.ts';
import { SECONDS_ESCROW } from '../../ledger/accounts.ts';
import { nextTickOf } from './contract.ts';
import type { Desk } from './desk.ts';

/**
 * Checks what must hold between commands, at the cost of a walk over all open contracts: the escrow holds their stakes
 * and payouts, every sum of them is kept, and ticks are kept exactly while a contract waits to read them.
 */
export function auditSeconds(desk: Desk): void {
  const { contracts, users, symbols, assetId, state, ticks } = desk;
  const owed = { stakes: 0n, payouts: 0n };
  const ofUsers = new Map<number, { stakes: bigint; payouts: bigint }>();
  const ofSymbols = new Map<number, { open: number; reserved: bigint }>();
  for (const contract of contracts.values()) {
    const { contractId, userId, symbolId, stake, payout } = contract.terms;
    assert(users.get(userId)!.open.has(contractId), 'a user has every contract of its own');
    assert(nextTickOf(contract) !== undefined, 'an open contract waits for a tick');
    owed.stakes += stake;
    owed.payouts += payout;
    const user = ofUsers.get(userId) ?? { stakes: 0n, payouts: 0n };
    ofUsers.set(userId, { stakes: user.stakes + stake, payouts: user.payouts + payout });
    const symbol = ofSymbols.get(symbolId) ?? { open: 0, reserved: 0n };
    ofSymbols.set(symbolId, { open: symbol.open + 1, reserved: symbol.reserved + payout });
  }
  assert(desk.stakes === owed.stakes && desk.reserved === owed.payouts, 'the pool counts its open contracts');
  for (const [userId, user] of users) {
    const { stakes, payouts } = ofUsers.get(userId) ?? { stakes: 0n, payouts: 0n };
    assert(user.openStakes === stakes && user.openPayouts === payouts, 'a user counts its open contracts');
  }
  for (const [symbolId, symbol] of symbols) {
    const { open, reserved } = ofSymbols.get(symbolId) ?? { open: 0, reserved: 0n };
    assert(symbol.open === open && symbol.reserved === reserved, 'a symbol counts its open contracts');
  }
  if (assetId !== null) {
    const { accounts, balances } = state;
    const escrow = accounts.find(SECONDS_ESCROW);
    const held = escrow === 0 ? 0n : balances.total(balances.find(escrow, assetId));
    assert(held === owed.stakes + owed.payouts, 'the escrow holds stakes and payouts of the open contracts');
    assert(desk.poolAvailable(assetId) >= 0n, 'the pool is never below 0');
  }
  assert(ticks.length === 0 || desk.firstWaiting() !== undefined, 'a tick is kept for a contract that waits');
}
