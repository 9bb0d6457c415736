import { assert } from '../assert.ts';
import type { EntryKind } from '../events.ts';
import type { State } from '../state.ts';
import { mayBeNegative } from './accounts.ts';
import { ENTRY_CODES } from './entry-kinds.ts';

/** One side of an entry: an account (its slot) and what it gains in base units, below 0 for what it gives. */
export interface Leg {
  readonly account: number;
  readonly assetId: number;
  readonly amount: bigint;
}

/** Reference of an entry: a trade, an order, a position or whatever its kind names; 0 for none. */
export interface EntryRef {
  readonly tradeId: number;
  readonly orderId: number;
}

export const NO_REF: EntryRef = { tradeId: 0, orderId: 0 };

/**
 * Posts a double entry and emits it. Steps: the sums per asset are checked, then each leg is posted and must leave what
 * is held covered. Legs of 0 are left out. The caller has checked that it can be paid: an entry
 * that does not sum to 0 per asset, or takes what is not there or is held, throws, as the kernel is broken then.
 */
export function postEntry(state: State, kind: EntryKind, ref: EntryRef, legs: readonly Leg[]): void {
  checkSums(kind, legs);
  let count = 0;
  for (const { amount } of legs) if (amount !== 0n) count++;
  if (count === 0) return;
  let at = state.tape.entry(ENTRY_CODES[kind], ref.tradeId, ref.orderId, count);
  for (const { account, assetId, amount } of legs) {
    if (amount !== 0n) at = postLeg(state, kind, at, state.balances.findOrOpen(account, assetId), amount);
  }
}

/**
 * Posts an entry of two legs between open balances (their slots, of one asset): one gains `amount` base units, or gives
 * where below 0, the other's.
 */
export function postPair(
  state: State,
  kind: EntryKind,
  ref: EntryRef,
  slot: number,
  otherSlot: number,
  amount: bigint,
): void {
  if (amount === 0n) return;
  const { asset } = state.balances;
  assert(slot !== otherSlot && asset[slot] === asset[otherSlot], 'a pair is of two balances of one asset');
  const at = state.tape.entry(ENTRY_CODES[kind], ref.tradeId, ref.orderId, 2);
  const next = postLeg(state, kind, at, slot, amount);
  postLeg(state, kind, next, otherSlot, -amount);
}

function postLeg(state: State, kind: EntryKind, at: number, slot: number, amount: bigint): number {
  const { balances, accounts, tape } = state;
  balances.postBig(slot, amount);
  const number = accounts.numbers[balances.account[slot]!]!;
  const assetId = balances.asset[slot]!;
  if (amount < 0n && balances.available(slot) < 0n && !mayBeNegative(number)) {
    throw new Error(`An entry of ${kind} takes ${amount} of asset ${assetId} from account ${number}`);
  }
  return tape.posting(at, number, assetId, amount, balances.total(slot));
}

function checkSums(kind: EntryKind, legs: readonly Leg[]): void {
  for (const { assetId } of legs) {
    let sum = 0n;
    for (const leg of legs) if (leg.assetId === assetId) sum += leg.amount;
    if (sum !== 0n) throw new Error(`An entry of ${kind} is off by ${sum} of asset ${assetId}`);
  }
}
