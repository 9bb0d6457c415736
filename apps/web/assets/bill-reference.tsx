import type { BillRow } from '@candor/api';
import { linkClass, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { billPlace } from './bill-place.ts';

/** The number of a line's order as a link to its receipt; a word where the line has none. */
export function BillReference({ bill }: { readonly bill: BillRow }) {
  const text = useText();
  if (bill.kind === 'referral-rebate')
    return (
      <Link to="/account/center/reward-center" className={linkClass}>
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
        className={linkClass}
      >
        {name}
      </Link>
    );
  const to =
    place.page === 'deposits' ? '/account/wallet/history-deposit' : '/account/wallet/history-withdrawal';
  return (
    <Link to={to} className={linkClass}>
      {name}
    </Link>
  );
}
