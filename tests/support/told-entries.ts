import type { NoticeKind } from '@candor/api';
import type { EntryKindOf } from '@candor/products';

/** Way in which a user hears of a kind of ledger entry. */
type Told =
  /** The user's own act, whose answer says it. */
  | 'act'
  /** It moves no user's money. */
  | 'house'
  /** It is charged each hour while something is owed, and stands in the list of the loan. */
  | 'hourly'
  | readonly NoticeKind[];

const TRADES = ['order-filled', 'order-fired', 'forced-sale'] as const;
const CONTRACTS = ['order-filled', 'order-fired', 'liquidation', 'deleveraging'] as const;

/** Says of each kind of ledger entry how its owner hears of it: a new kind does not compile without. */
export const TOLD_ENTRIES: Readonly<Record<EntryKindOf, Told>> = {
  trade: TRADES,
  fee: TRADES,
  'practice-funds': 'act',
  transfer: 'act',
  'perpetual-pnl': CONTRACTS,
  'perpetual-fee': CONTRACTS,
  'perpetual-funding': ['funding-paid'],
  'liquidation-fee': ['liquidation'],
  'insurance-payment': ['liquidation'],
  'insurance-funding': 'house',
  'second-open': 'act',
  'second-won': ['second-settled'],
  'second-lost': ['second-settled'],
  'second-refund': ['second-settled'],
  'seconds-pool': 'house',
  'margin-borrow': 'act',
  'margin-interest': 'hourly',
  'margin-repay': 'act',
  'margin-deficit': ['forced-sale'],
  'margin-takeover': ['forced-sale'],
  'margin-funding': 'house',
  deposit: ['deposit-credited'],
  recharge: ['deposit-credited'],
  'deposit-reversal': ['deposit-taken-back'],
  withdrawal: ['withdrawal-done'],
  'withdrawal-fee': ['withdrawal-done', 'withdrawal-declined'],
  payout: ['withdrawal-done'],
  correction: ['correction'],
  'network-cost': 'house',
  'custody-cover': 'house',
  swap: 'act',
  'swap-funding': 'house',
  'referral-rebate': ['referral-rebate'],
  'loan-paid-out': ['loan-paid-out'],
  'loan-interest': ['loan-due'],
  'loan-repaid': ['loan-due', 'loan-collected', 'loan-settled'],
  'loan-overdue-interest': ['loan-overdue'],
  'loan-funding': 'house',
  'suspense-release': ['correction'],
  'custody-funding': 'house',
  'custody-surplus': 'house',
  'staking-subscribe': 'act',
  'staking-matured': ['staking-matured'],
  'staking-redeemed': 'act',
  'staking-funding': 'house',
  'finance-subscribe': 'act',
  'finance-matured': ['finance-matured'],
  'finance-redeemed': 'act',
  'finance-funding': 'house',
  'mining-locked': 'act',
  'mining-unlocked': 'act',
  // both move within the account of rewards, which has records of its own
  'mining-claimed': 'house',
  'mining-converted': 'house',
  'mining-withdrawn': 'act',
  'mining-returned': ['withdrawal-declined'],
  'mining-funding': 'house',
  'otc-escrowed': ['otc-order'],
  'otc-released': ['otc-ended'],
  'otc-returned': ['otc-ended'],
  'otc-fee': ['otc-ended'],
};
