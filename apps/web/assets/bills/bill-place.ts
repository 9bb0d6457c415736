import type { BillRow } from '@candor/api';
import type { OrderGroupId, OrderList } from '../search.ts';

/** Place of a bill line's receipt: a list of a group of the order centre, the orders of staking or of finance products, the power loans, or the history of deposits or withdrawals. */
export type BillPlace =
  | { readonly page: 'orders'; readonly of: OrderGroupId; readonly list: OrderList }
  | { readonly page: 'staking' }
  | { readonly page: 'finance' }
  | { readonly page: 'loans' }
  | { readonly page: 'deposits' }
  | { readonly page: 'withdrawals' };

const STAKING = { page: 'staking' } as const;
const LOANS = { page: 'loans' } as const;
const FINANCE = { page: 'finance' } as const;
const DEPOSITS = { page: 'deposits' } as const;
const WITHDRAWALS = { page: 'withdrawals' } as const;
/** The order centre's group of each account of margin. */
const MARGIN: Readonly<Partial<Record<BillRow['wallet'], OrderGroupId>>> = {
  'margin-cross': 'cross',
  'margin-isolated': 'isolated',
};
const orders = (of: OrderGroupId, list: OrderList): BillPlace => ({ page: 'orders', of, list });

/** Returns where the receipt of the line stands; null for a line that is its own receipt, such as a transfer. */
export function billPlace({ kind, wallet }: Pick<BillRow, 'kind' | 'wallet'>): BillPlace | null {
  switch (kind) {
    case 'trade':
    case 'fee':
      return orders(MARGIN[wallet] ?? 'spot', 'history');
    case 'perpetual-pnl':
    case 'perpetual-fee':
      return orders('usta', 'history');
    case 'perpetual-funding':
      return orders('usta', 'settlements');
    case 'liquidation-fee':
      return MARGIN[wallet] === undefined
        ? orders('usta', 'settlements')
        : orders(MARGIN[wallet], 'receipts');
    case 'second-open':
    case 'second-won':
    case 'second-lost':
    case 'second-refund':
      return orders('sec', 'past');
    case 'margin-borrow':
    case 'margin-interest':
    case 'margin-repay':
      return orders(MARGIN[wallet] ?? 'cross', 'loans');
    case 'margin-deficit':
    case 'margin-takeover':
      return orders(MARGIN[wallet] ?? 'cross', 'receipts');
    case 'swap':
      return orders('swap', 'history');
    case 'staking-subscribe':
    case 'staking-matured':
    case 'staking-redeemed':
      return STAKING;
    case 'loan-paid-out':
    case 'loan-interest':
    case 'loan-overdue-interest':
    case 'loan-repaid':
      return LOANS;
    case 'finance-subscribe':
    case 'finance-matured':
    case 'finance-redeemed':
      return FINANCE;
    case 'otc-escrowed':
    case 'otc-released':
    case 'otc-returned':
    case 'otc-fee':
      return orders('otc', 'history');
    case 'deposit':
    case 'recharge':
    case 'deposit-reversal':
    case 'suspense-release':
      return DEPOSITS;
    case 'withdrawal':
    case 'withdrawal-fee':
    case 'payout':
      return WITHDRAWALS;
    default:
      return null;
  }
}
