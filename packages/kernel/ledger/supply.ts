import { MAX_SUPPLY } from '../limits.ts';
import type { State } from '../state.ts';
import { CUSTODY, PRACTICE_CUSTODY } from './accounts.ts';

/** True if an asset's supply, as custody and practice custody owe it, stays in bounds with `amount` more. */
export function supplyAllows(state: State, assetId: number, amount: bigint): boolean {
  const { accounts, balances } = state;
  let issued = amount;
  for (const number of [PRACTICE_CUSTODY, CUSTODY]) {
    const account = accounts.find(number);
    const total = account === 0 ? 0n : balances.total(balances.find(account, assetId));
    if (total < 0n) issued -= total;
  }
  return issued < MAX_SUPPLY;
}
