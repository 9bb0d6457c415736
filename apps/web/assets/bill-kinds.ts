import type { BillKind } from '@candor/contract';

/** Every kind of entry, in the order of the filter, and if it can stand on a user's bill; the others are the house's. */
const onUsersBills: Readonly<Record<BillKind, boolean>> = {
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
};

/** The kinds that a user can filter a bill by. */
export const billKinds = (Object.keys(onUsersBills) as BillKind[]).filter((kind) => onUsersBills[kind]);
