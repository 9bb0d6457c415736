import { WITHDRAWAL_CONFIRM_MINUTES, WITHDRAWAL_REVIEW_HOURS, type WithdrawalState } from '@candor/api';
import { MOST_BITCOIN_FEE, MOST_FEE } from '../../../signer/index.ts';
import { PRACTICE_BITCOIN } from '../chains/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The published terms of one coin's withdrawals, in decimals of the coin. */
export interface WithdrawalTerms {
  readonly minimum: string;
  /** Paid without a review up to this. The signer has limits of its own. */
  readonly automatic: string;
  /** Gas or virtual bytes that a payment takes at most: the fee at cost is this times the network's price. */
  readonly gas: bigint;
}

const terms: Readonly<Record<string, WithdrawalTerms>> = {
  USDT: { minimum: '2', automatic: '1000', gas: 70_000n },
  ETH: { minimum: '0.001', automatic: '0.5', gas: 21_000n },
  // Two inputs, the recipient and change.
  BTC: { minimum: '0.0005', automatic: '0.05', gas: 220n },
};

/**
 * A payment may take this many times the published gas. A recipient that takes more, a contract that works on the gas of
 * whoever pays it, is not paid: the user pays for the published gas alone.
 */
export const MOST_GAS_TIMES = 2n;

/** Returns the terms of a coin; null for one that is not withdrawn. */
export function termsOf(coin: string): WithdrawalTerms | null {
  return terms[coin] ?? null;
}

/**
 * Keys of operators that the signer must accept before a request above the automatic amount is taken: else it would wait
 * for what cannot come, and is refused.
 */
export const APPROVERS_NEEDED = 2;
/** Lifetime of the approvals of a review, from its begin: the review and the signature are over by then. */
export const APPROVALS_LIVE_MS = 24 * HOUR_MS;
/** The most that a reviewed payment may pay to its network, in base units: what the signer pays in any case. */
export function feeCeilingOf(chain: string): bigint {
  return chain === PRACTICE_BITCOIN.key ? MOST_BITCOIN_FEE : MOST_FEE;
}

export const BOOK_SIZE = 50;
/** An estimate of the network's price that is older than this is not charged. */
export const FEE_LIVES_MS = 10 * MINUTE_MS;
/** Satoshi per virtual byte that a payment of Bitcoin may be asked for, and how long the last good estimate is kept. */
export const BITCOIN_PRICE = { least: 1n, most: 1_000n, mostTimes: 10n, livesMs: 30 * MINUTE_MS } as const;
/** Wei per gas that an estimate may name: a dearer payment is above the ceiling of the signer. Its price moves by an eighth a block. */
export const EVM_PRICE = {
  least: 1n,
  most: MOST_FEE / (MOST_GAS_TIMES * 70_000n),
  mostTimes: null,
  livesMs: 5 * MINUTE_MS,
} as const;
/** A fee stays for this long, and for as long after it was replaced it is still accepted: a form takes time to fill in. */
export const FEE_HOLDS_MS = MINUTE_MS;
/** A transaction that waits longer in the pool is signed again for a higher fee. */
export const BUMP_AFTER_MS = 3 * MINUTE_MS;

/** The longest that a state lasts by the published terms; together they are the promise of arrival. */
const longestMs: Readonly<Partial<Record<WithdrawalState, number>>> = {
  requested: 5 * MINUTE_MS,
  confirming: WITHDRAWAL_CONFIRM_MINUTES * MINUTE_MS,
  checks: 10 * MINUTE_MS,
  review: WITHDRAWAL_REVIEW_HOURS * HOUR_MS,
  signing: HOUR_MS,
  broadcast: 2 * HOUR_MS,
};

/** Returns when the next state is due after a state that began at `fromMs`; null for one that ends the clock. */
export function deadlineMs(state: WithdrawalState, fromMs: number): number | null {
  const longest = longestMs[state];
  return longest === undefined ? null : fromMs + longest;
}
