/**
 * Every kind of ledger entry, and if a line of it can stand on a user's bill; the others are the house's alone. The
 * server assigns the kernel's kinds to these and these to the kernel's, so a kind that one side lacks does not compile.
 */
const onUsersBills = {
  trade: true,
  fee: true,
  transfer: true,
  'practice-funds': true,
  'perpetual-pnl': true,
  'perpetual-fee': true,
  'perpetual-funding': true,
  'liquidation-fee': true,
  'insurance-payment': true,
  'insurance-funding': false,
  'second-open': true,
  'second-won': true,
  'second-lost': true,
  'second-refund': true,
  'seconds-pool': false,
  'margin-borrow': true,
  'margin-interest': true,
  'margin-repay': true,
  'margin-deficit': true,
  'margin-takeover': true,
  'margin-funding': false,
  deposit: true,
  recharge: true,
  'deposit-reversal': true,
  withdrawal: true,
  'withdrawal-fee': true,
  payout: true,
  correction: true,
  swap: true,
  'network-cost': false,
  'custody-cover': false,
  'swap-funding': false,
  'suspense-release': true,
  'custody-funding': false,
  'custody-surplus': false,
} as const;

export type BillKind = keyof typeof onUsersBills;

export const billKindNames = Object.keys(onUsersBills) as [BillKind, ...BillKind[]];

/** The kinds that a user's bill can hold, in the order of its filter. */
export const userBillKinds: readonly BillKind[] = billKindNames.filter((kind) => onUsersBills[kind]);
