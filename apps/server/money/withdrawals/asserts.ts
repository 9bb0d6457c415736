import { BANK_NETWORK, type WithdrawalState } from '@candor/api';
import type { SignedPayment, SignedSpend } from '@candor/chains';
import { assert } from '@candor/money';
import type { Selectable } from 'kysely';
import { assertsOf, defineTransitions } from '../../base/asserts/index.ts';
import { type Database, idOf } from '../../base/database/index.ts';

type StoredWithdrawal = Selectable<Database['withdrawals.withdrawal']>;

/** The clock of a withdrawal: each statement that moves one goes through this table. */
export const WITHDRAWAL_TRANSITIONS = defineTransitions<WithdrawalState>('WITHDRAWAL', {
  requested: ['confirming', 'checks', 'rejected', 'cancelled'],
  confirming: ['checks', 'rejected', 'cancelled'],
  checks: ['review', 'signing', 'rejected', 'cancelled'],
  review: ['signing', 'rejected', 'cancelled'],
  // done without a broadcast: by a bank
  signing: ['review', 'broadcast', 'done', 'rejected', 'cancelled'],
  broadcast: ['done', 'rejected'],
  done: [],
  rejected: [],
  cancelled: [],
});

/** States in which nothing of a payment may be bound. */
const UNBOUND: ReadonlySet<WithdrawalState> = new Set([
  'requested',
  'confirming',
  'checks',
  'review',
  'cancelled',
]);
const UNITS = /^\d{1,40}$/;

const about = (row: Pick<StoredWithdrawal, 'withdrawal_no'>) =>
  assertsOf('WITHDRAWAL', { withdrawal: idOf(row.withdrawal_no) });

/** Columns that say how far a payment is. */
type Moved = Pick<
  StoredWithdrawal,
  'withdrawal_no' | 'state' | 'chain' | 'nonce' | 'ended_at' | 'amount' | 'fee'
>;

/** Asserts what holds of each withdrawal in its state. @throws InvariantError */
export function assertMoved(row: Moved): void {
  const { state, chain, nonce, ended_at, amount, fee } = row;
  const { holds, ledgerAmount, nonce: number } = about(row);
  holds(WITHDRAWAL_TRANSITIONS.has(state), 'STATE', { state });
  holds((ended_at === null) !== WITHDRAWAL_TRANSITIONS.isEnd(state), 'END', { state });
  ledgerAmount(amount, 'AMOUNT');
  holds(fee >= 0n, 'FEE', { fee });
  ledgerAmount(amount + fee, 'GROSS');
  number(nonce, 'NONCE');
  holds(nonce === null || !UNBOUND.has(state), 'NONCE_EARLY', { state, nonce });
  const isPaid = state === 'broadcast' || state === 'done';
  holds(!isPaid || (nonce === null) === (chain === BANK_NETWORK), 'NONCE_MISSING', { state, nonce });
}

/** Asserts a stored withdrawal before anybody works on it. @throws InvariantError */
export function assertStored(row: StoredWithdrawal): void {
  assertMoved(row);
  const { holds } = about(row);
  const { state, nonce, first_gas, first_max_fee, first_tip, block_number, block_hash, paid_at, left_at } =
    row;
  const isFirst = nonce !== null;
  for (const units of [first_gas, first_max_fee, first_tip])
    holds((units !== null) === isFirst && (units === null || UNITS.test(units)), 'FIRST_FEES', { units });
  if (isFirst) holds(BigInt(first_tip ?? 0) <= BigInt(first_max_fee ?? 0), 'FIRST_TIP', { first_tip });
  holds((block_number === null) === (block_hash === null), 'BLOCK', { block_number });
  holds(block_hash === null || state === 'broadcast' || row.ended_at !== null, 'BLOCK_EARLY', { state });
  holds(paid_at === null || block_hash !== null, 'PAID_WITHOUT_BLOCK');
  holds(left_at === null || block_hash === null || row.ended_at !== null, 'LEFT_WITH_BLOCK');
  holds(row.confirmations >= 0, 'CONFIRMATIONS', { confirmations: row.confirmations });
  const isReviewed = state !== 'review' || row.chain === BANK_NETWORK || row.review_round > 0;
  holds(isReviewed, 'REVIEW_ROUND', { round: row.review_round });
}

/** A withdrawal as the ledger holds it; null for one that it does not hold. */
export interface HeldWithdrawal {
  readonly userId: number;
  readonly assetId: number;
  readonly amount: bigint;
  readonly fee: bigint;
}

/** Asserts that the ledger holds exactly what is about to be paid. @throws InvariantError */
export function assertHeld(row: StoredWithdrawal, held: HeldWithdrawal | null): void {
  const { holds } = about(row);
  holds(held !== null, 'NOT_HELD');
  holds(held?.userId === idOf(row.user_id), 'OWNER', { held: held?.userId ?? null });
  holds(held?.assetId === row.asset_id, 'ASSET', { held: held?.assetId ?? null });
  holds(held?.amount === row.amount, 'AMOUNT_HELD', { held: held?.amount ?? null, amount: row.amount });
  holds(held?.fee === row.fee, 'FEE_HELD', { held: held?.fee ?? null, fee: row.fee });
}

/** The payment that a withdrawal is signed for. */
export interface Paying {
  readonly hash: string;
  readonly chainId: number;
  readonly nonce: number | null;
  readonly to: string;
  readonly contract: string | null;
  readonly amount: bigint;
  readonly gas: string;
  readonly maxFee: string;
  readonly tip: string;
}

/** Reads signed bytes. @throws InvariantError for bytes that are no payment */
export function readOf<Read>(row: Pick<StoredWithdrawal, 'withdrawal_no'>, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    about(row).holds(false, 'BYTES', { why: (error as Error).message });
    throw error;
  }
}

/** Asserts that signed bytes make the payment of their row, before they are stored or sent. @throws InvariantError */
export function assertPays(
  row: Pick<StoredWithdrawal, 'withdrawal_no'>,
  signed: SignedPayment,
  paying: Paying,
): void {
  const { holds } = about(row);
  const { hash, chainId, nonce, to, contract, amount } = signed;
  holds(hash === paying.hash, 'BYTES_HASH', { hash, row: paying.hash });
  holds(chainId === paying.chainId, 'BYTES_CHAIN', { chainId });
  holds(nonce === paying.nonce, 'BYTES_NONCE', { nonce, row: paying.nonce });
  holds(to === paying.to, 'BYTES_RECIPIENT', { to, row: paying.to });
  holds(contract === paying.contract, 'BYTES_TOKEN', { contract });
  holds(amount === paying.amount, 'BYTES_AMOUNT', { amount, row: paying.amount });
  holds(`${signed.gas}` === paying.gas, 'BYTES_GAS', { gas: signed.gas });
  holds(`${signed.maxFeePerGas}` === paying.maxFee, 'BYTES_FEE', { fee: signed.maxFeePerGas });
  holds(`${signed.maxPriorityFeePerGas}` === paying.tip, 'BYTES_TIP', { tip: signed.maxPriorityFeePerGas });
}

/** Asserts that a signed spend pays its withdrawal, as `assertPays` on chains of outputs. @throws InvariantError */
export function assertSpends(
  row: Pick<StoredWithdrawal, 'withdrawal_no' | 'address'>,
  signed: SignedSpend,
  spend: { readonly hash: string; readonly amount: bigint; readonly change: bigint; readonly hot: string },
): void {
  const { holds } = about(row);
  holds(signed.hash === spend.hash, 'BYTES_HASH', { hash: signed.hash, row: spend.hash });
  const [pays, back, ...more] = signed.outputs;
  holds(pays?.to === row.address, 'BYTES_RECIPIENT', { to: pays?.to ?? null });
  holds(pays?.amount === spend.amount, 'BYTES_AMOUNT', { amount: pays?.amount ?? null });
  holds((back?.amount ?? 0n) === spend.change, 'BYTES_CHANGE', { change: back?.amount ?? null });
  holds(back === undefined || back.to === spend.hot, 'BYTES_CHANGE_TO', { to: back?.to ?? null });
  holds(more.length === 0, 'BYTES_OUTPUTS', { outputs: signed.outputs.length });
}

/** Asserts that a version for a higher fee raises the one before. @throws InvariantError */
export function assertRaised(
  row: Pick<StoredWithdrawal, 'withdrawal_no'>,
  before: { readonly maxFee: bigint; readonly tip: bigint },
  after: { readonly maxFee: bigint; readonly tip: bigint },
): void {
  const { holds } = about(row);
  holds(after.maxFee > before.maxFee, 'FEE_NOT_RAISED', { before: before.maxFee, after: after.maxFee });
  holds(after.tip >= before.tip, 'TIP_LOWERED', { before: before.tip, after: after.tip });
  holds(after.tip <= after.maxFee, 'TIP_ABOVE_FEE', { tip: after.tip, fee: after.maxFee });
}

/** Asserts what a payment cost: no more than one of its versions may. @throws InvariantError */
export function assertCost(
  row: Pick<StoredWithdrawal, 'withdrawal_no'>,
  feePaid: bigint,
  most: bigint,
): void {
  about(row).holds(feePaid >= 0n && feePaid <= most, 'COST', { feePaid, most });
}

/** Asserts about the numbers that a wallet gives out. Their codes begin with `WALLET`: the whole wallet stops. */
export const walletAsserts = {
  /** The next number is not one that the chain has mined, but for those that two operators know of. */
  next(next: number, { mined, seen }: { readonly mined: number; readonly seen: number }): void {
    assert(Number.isSafeInteger(next) && next >= 0, 'WALLET_NONCE', { next });
    assert(next >= mined || mined <= seen, 'WALLET_NONCE_MINED', { next, mined });
  },
  /** Numbers were given out one after the other from `first` on. */
  given(first: number, given: readonly number[]): void {
    for (const [at, nonce] of given.toSorted((left, right) => left - right).entries())
      assert(nonce === first + at, 'WALLET_NONCE_GAP', { nonce, expected: first + at });
  },
  /** The last number that is bound is below the next one. */
  last(last: number | null, next: number): void {
    assert(last === null || last < next, 'WALLET_NONCE_BOUND', { last, next });
  },
  /** Numbers that are given back have no signed bytes. */
  unsigned(signed: number, firstNonce: number): void {
    assert(signed === 0, 'WALLET_NONCE_SIGNED', { signed, firstNonce });
  },
  /** The numbers that are given back are the last ones given out. */
  isLast(holds: boolean, firstNonce: number): void {
    assert(holds, 'WALLET_NONCE_NOT_LAST', { firstNonce });
  },
  /** The hot wallet has what a payment takes. */
  covers(holds: boolean, coin: string, amount: bigint): void {
    assert(holds, 'WALLET_SHORT', { coin, amount });
  },
} as const;

/** True for an assert whose failure stops the whole wallet, not one row. */
export const isOfWallet = ({ code }: { readonly code: string }): boolean => code.startsWith('WALLET_');
