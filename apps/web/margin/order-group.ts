import { lazyRouteComponent } from '@tanstack/react-router';
import type { OrderGroup } from '../trade/orders/order-group.ts';

const orders = () => import('./account-orders.tsx');
const files = () => import('./files.tsx');
const receipts = () => import('./margin-receipts.tsx');

/** Orders and loans of the cross account, and the receipts of all margin accounts. */
export const crossOrders: OrderGroup = {
  title: 'transfer.wallet.cross',
  messages: ['margin'],
  lists: [
    {
      value: 'open',
      title: 'trade.orders.open',
      Content: lazyRouteComponent(orders, 'CrossOpen'),
      File: lazyRouteComponent(files, 'CrossOpenFile'),
    },
    {
      value: 'history',
      title: 'trade.orders.history',
      Content: lazyRouteComponent(orders, 'CrossHistory'),
      File: lazyRouteComponent(files, 'CrossHistoryFile'),
    },
    {
      value: 'loans',
      title: 'margin.loans',
      Content: lazyRouteComponent(orders, 'CrossLoans'),
      File: lazyRouteComponent(files, 'CrossLoansFile'),
    },
    { value: 'receipts', title: 'margin.receipts', Content: lazyRouteComponent(receipts, 'MarginReceipts') },
  ],
};

/** Orders and loans of all isolated accounts, and the receipts of all margin accounts. */
export const isolatedOrders: OrderGroup = {
  title: 'transfer.wallet.isolated',
  messages: ['margin'],
  lists: [
    {
      value: 'open',
      title: 'trade.orders.open',
      Content: lazyRouteComponent(orders, 'IsolatedOpen'),
      File: lazyRouteComponent(files, 'IsolatedOpenFile'),
    },
    {
      value: 'history',
      title: 'trade.orders.history',
      Content: lazyRouteComponent(orders, 'IsolatedHistory'),
      File: lazyRouteComponent(files, 'IsolatedHistoryFile'),
    },
    {
      value: 'loans',
      title: 'margin.loans',
      Content: lazyRouteComponent(orders, 'IsolatedLoans'),
      File: lazyRouteComponent(files, 'IsolatedLoansFile'),
    },
    { value: 'receipts', title: 'margin.receipts', Content: lazyRouteComponent(receipts, 'MarginReceipts') },
  ],
};
