import type { BillRow } from '@candor/api';
import { loneLinkClass, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { finance, staking } from '../../earn/product.ts';
import { type BillPlace, billPlace } from './bill-place.ts';

/** Pages that are no list of the order centre. */
const PAGES = {
  staking: staking.ordersAt,
  finance: finance.ordersAt,
  loans: { to: '/loan/order' },
  deposits: { to: '/account/wallet/history-deposit' },
  withdrawals: { to: '/account/wallet/history-withdrawal' },
} as const satisfies Record<Exclude<BillPlace['page'], 'orders'>, object>;

/** The number of a line's order as a link to its receipt; a word where the line has none. */
export function BillReference({ bill }: { readonly bill: BillRow }) {
  const text = useText();
  if (bill.kind === 'referral-rebate')
    return (
      <Link to="/account/center/reward-center" className={loneLinkClass}>
        {text('assets.detail')}
      </Link>
    );
  const place = billPlace(bill);
  if (place === null) return bill.orderId === null ? '--' : String(bill.orderId);
  const name = bill.orderId === null ? text('assets.detail') : String(bill.orderId);
  if (place.page === 'orders')
    return (
      <Link
        to="/assets/index"
        search={{ key: 'tradeOrder', of: place.of, list: place.list }}
        className={loneLinkClass}
      >
        {name}
      </Link>
    );
  return (
    <Link {...PAGES[place.page]} className={loneLinkClass}>
      {name}
    </Link>
  );
}
