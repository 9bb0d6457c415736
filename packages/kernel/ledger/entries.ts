import type { Amount } from '@candor/money';
import type { EntryKind, Posting } from '../events.ts';
import type { State } from '../state.ts';
import { mayBeNegative } from './accounts.ts';

/** One side of an entry: an account (its slot) and what it gains in base units, below 0 for what it gives. */
export interface Leg {
  readonly account: number;
  readonly assetId: number;
  readonly amount: bigint;
}

/** What an entry belongs to: a trade, an order, a position or whatever its kind names; 0 for none. */
export interface EntryRef {
  readonly tradeId: number;
  readonly orderId: number;
}

export const NO_REF: EntryRef = { tradeId: 0, orderId: 0 };

/**
 * Posts a double entry and tells of it. Legs of 0 are left out. The caller has checked that it can be paid: an entry
 * that does not sum to 0 per asset, or takes what is not there or is held, throws, as the kernel is broken then.
 */
export function postEntry(state: State, kind: EntryKind, ref: EntryRef, legs: readonly Leg[]): void {
  const { balances, accounts } = state;
  const sums = new Map<number, bigint>();
  for (const leg of legs) sums.set(leg.assetId, (sums.get(leg.assetId) ?? 0n) + leg.amount);
  for (const [assetId, sum] of sums) {
    if (sum !== 0n) throw new Error(`An entry of ${kind} is off by ${sum} of asset ${assetId}`);
  }
  const postings: Posting[] = [];
  for (const { account, assetId, amount } of legs) {
    if (amount === 0n) continue;
    const slot = balances.findOrOpen(account, assetId);
    balances.postBig(slot, amount);
    const number = accounts.numbers[account]!;
    if (amount < 0n && balances.available(slot) < 0n && !mayBeNegative(number)) {
      throw new Error(`An entry of ${kind} takes ${amount} of asset ${assetId} from account ${number}`);
    }
    postings.push({
      account: number,
      assetId,
      amount: amount as Amount,
      balance: balances.total(slot) as Amount,
    });
  }
  if (postings.length > 0) {
    state.tape.note({ type: 'entry', kind, tradeId: ref.tradeId, orderId: ref.orderId, postings });
  }
}
