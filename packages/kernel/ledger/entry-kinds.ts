import type { EntryKind } from '../events.ts';

/** The codes of entries on the tape: a new kind takes the next. */
export const ENTRY_CODES = {
  trade: 0,
  fee: 1,
  'practice-funds': 2,
  transfer: 3,
  'perpetual-pnl': 4,
  'perpetual-fee': 5,
  'perpetual-funding': 6,
  'liquidation-fee': 7,
  'insurance-payment': 8,
  'insurance-funding': 9,
  'second-open': 10,
  'second-won': 11,
  'second-lost': 12,
  'second-refund': 13,
  'seconds-pool': 14,
  'margin-funding': 15,
  'margin-borrow': 16,
  'margin-interest': 17,
  'margin-repay': 18,
  'margin-deficit': 19,
  'margin-takeover': 20,
  deposit: 21,
  'deposit-reversal': 22,
  withdrawal: 23,
  'withdrawal-fee': 24,
  'network-cost': 25,
  'custody-cover': 26,
  correction: 27,
  swap: 28,
  'swap-funding': 29,
  'custody-funding': 30,
  'custody-surplus': 31,
  'suspense-release': 32,
  recharge: 33,
  payout: 34,
} as const satisfies Record<EntryKind, number>;

/** The kinds by their codes. */
export const ENTRY_KINDS = Object.keys(ENTRY_CODES) as readonly EntryKind[];
