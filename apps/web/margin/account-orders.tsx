import type { MarginKind } from '@candor/api';
import { useOpenMarginOrders } from '../data/index.ts';
import { OpenOrderTable } from '../trade/orders/open-orders.tsx';
import { OrderHistoryTable } from '../trade/orders/order-history.tsx';
import { BorrowOrders } from './borrow-orders.tsx';
import { useMarginOrderHistory } from './use-margin.ts';

function Open({ kind }: { readonly kind: MarginKind }) {
  return <OpenOrderTable orders={useOpenMarginOrders(kind)} />;
}

function History({ kind }: { readonly kind: MarginKind }) {
  const { query, rows } = useMarginOrderHistory({ kind, symbol: null });
  return <OrderHistoryTable query={query} rows={rows} />;
}

/** Open orders of the cross account. */
export const CrossOpen = () => <Open kind="all" />;
/** Done orders of the cross account. */
export const CrossHistory = () => <History kind="all" />;
/** Borrow orders of the cross account. */
export const CrossLoans = () => <BorrowOrders choice={{ kind: 'all', symbol: null }} />;

/** Open orders of all isolated accounts. */
export const IsolatedOpen = () => <Open kind="fixed" />;
/** Done orders of all isolated accounts. */
export const IsolatedHistory = () => <History kind="fixed" />;
/** Borrow orders of all isolated accounts. */
export const IsolatedLoans = () => <BorrowOrders choice={{ kind: 'fixed', symbol: null }} />;
