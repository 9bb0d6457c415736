import type { ProductPart } from '../product.ts';
import type { State } from '../state.ts';

/**
 * Part of a balance that may leave its wallet, in base units: what is available and no product needs there. `account` is
 * a slot, 0 for a wallet that was never used.
 */
export function freeIn(
  state: State,
  products: readonly ProductPart[],
  account: number,
  assetId: number,
): bigint {
  if (account === 0) return 0n;
  const { balances } = state;
  let free = balances.available(balances.find(account, assetId));
  for (const product of products) free -= product.lockedIn?.(account, assetId) ?? 0n;
  return free < 0n ? 0n : free;
}
