import type { BillRow } from '@candor/api';
import type { OrderGroupId } from './search.ts';

/** Where the receipt of a bill's line stands: a group of the order centre, or the history of deposits or withdrawals. */
export type BillPlace =
  | { readonly page: 'orders'; readonly of: OrderGroupId }
  | { readonly page: 'deposits' }
  | { readonly page: 'withdrawals' };

const DEPOSITS = { page: 'deposits' } as const;
const WITHDRAWALS = { page: 'withdrawals' } as const;
/** The order centre's group of each account of margin. */
const MARGIN: Readonly<Partial<Record<BillRow['wallet'], OrderGroupId>>> = {
  'margin-cross': 'cross',
  'margin-isolated': 'isolated',
};
const orders = (of: OrderGroupId): BillPlace => ({ page: 'orders', of });

/** Returns where the receipt of the line stands; null for a line that is its own receipt, such as a transfer. */
export function billPlace({ kind, wallet }: Pick<BillRow, 'kind' | 'wallet'>): BillPlace | null {
  switch (kind) {
    case 'trade':
    case 'fee':
      return orders(MARGIN[wallet] ?? 'spot');
    case 'perpetual-pnl':
    case 'perpetual-fee':
    case 'perpetual-funding':
    case 'liquidation-fee':
      return orders(MARGIN[wallet] ?? 'usta');
    case 'second-open':
    case 'second-won':
    case 'second-lost':
    case 'second-refund':
      return orders('sec');
    case 'margin-borrow':
    case 'margin-interest':
    case 'margin-repay':
    case 'margin-deficit':
    case 'margin-takeover':
      return orders(MARGIN[wallet] ?? 'cross');
    case 'swap':
      return orders('swap');
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
