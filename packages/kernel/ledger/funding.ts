import type { Amount } from '@candor/money';
import type { EntryKind, RejectionCode } from '../events.ts';
import { MAX_SUPPLY } from '../limits.ts';
import type { State } from '../state.ts';
import { PRACTICE_CUSTODY } from './accounts.ts';
import { NO_REF, postEntry } from './entries.ts';
import { supplyAllows } from './supply.ts';

/** Money that goes into a pool or back from it. */
export interface PoolFunding {
  readonly assetId: number;
  /** Base units; below 0 they go back to the house user. */
  readonly amount: bigint;
  /** A house user; 0 for practice custody. */
  readonly fromUserId: number;
}

/** Balance of a pool's account, before and after a funding. */
export interface FundedPool {
  readonly before: Amount;
  readonly after: Amount;
}

/** Moves money between a source and a pool's account, or returns why not: what the pool `keeps` never goes back. */
export function fundPool(
  state: State,
  kind: EntryKind,
  pool: { readonly number: number; readonly keeps?: bigint },
  funding: PoolFunding,
): FundedPool | RejectionCode {
  const { accounts, balances } = state;
  const { assetId, amount } = funding;
  if (!state.assets.has(assetId)) return 'UNKNOWN_ASSET';
  if (amount === 0n || amount >= MAX_SUPPLY || amount <= -MAX_SUPPLY) return 'QUANTITY_INVALID';
  const source = fundingSource(state, funding);
  if (typeof source === 'string') return source;
  const account = accounts.find(pool.number);
  const before = account === 0 ? 0n : balances.total(balances.find(account, assetId));
  const after = before + amount;
  if (amount < 0n && after < (pool.keeps ?? 0n)) return 'INSUFFICIENT_BALANCE';
  postEntry(state, kind, NO_REF, [
    { account: source, assetId, amount: -amount },
    { account: accounts.ensureNamed(pool.number), assetId, amount },
  ]);
  return { before: before as Amount, after: after as Amount };
}

/**
 * Account that a funding comes from, as a slot, or why it can't. `free` says how much of a house user's balance may leave
 * where a product counts more than what is held.
 */
export function fundingSource(
  state: State,
  { assetId, amount, fromUserId }: PoolFunding,
  free?: () => bigint,
): number | RejectionCode {
  const { accounts, balances } = state;
  if (fromUserId === 0) {
    if (state.mode !== 'practice') return 'PRACTICE_ONLY';
    if (amount < 0n) return 'QUANTITY_INVALID';
    return supplyAllows(state, assetId, amount) ? accounts.find(PRACTICE_CUSTODY) : 'AMOUNT_TOO_LARGE';
  }
  const source = fromUserId > 0 ? accounts.find(fromUserId) : 0;
  if (source === 0) return 'UNKNOWN_ACCOUNT';
  if (accounts.house[source] !== 1) return 'NOT_PERMITTED';
  const available = free?.() ?? balances.available(balances.find(source, assetId));
  return amount > available && amount > 0n ? 'INSUFFICIENT_BALANCE' : source;
}
