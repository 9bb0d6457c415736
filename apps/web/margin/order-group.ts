import { lazyPage } from '../common/lazy-page.ts';
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
      Content: lazyPage(orders, 'CrossOpen'),
      File: lazyPage(files, 'CrossOpenFile'),
    },
    {
      value: 'history',
      title: 'trade.orders.history',
      filter: 'markets',
      Content: lazyPage(orders, 'CrossHistory'),
      File: lazyPage(files, 'CrossHistoryFile'),
    },
    {
      value: 'loans',
      title: 'margin.loans',
      filter: 'days',
      Content: lazyPage(orders, 'CrossLoans'),
      File: lazyPage(files, 'CrossLoansFile'),
    },
    {
      value: 'receipts',
      title: 'margin.receipts',
      filter: 'days',
      Content: lazyPage(receipts, 'MarginReceipts'),
    },
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
      Content: lazyPage(orders, 'IsolatedOpen'),
      File: lazyPage(files, 'IsolatedOpenFile'),
    },
    {
      value: 'history',
      title: 'trade.orders.history',
      filter: 'markets',
      Content: lazyPage(orders, 'IsolatedHistory'),
      File: lazyPage(files, 'IsolatedHistoryFile'),
    },
    {
      value: 'loans',
      title: 'margin.loans',
      filter: 'markets',
      Content: lazyPage(orders, 'IsolatedLoans'),
      File: lazyPage(files, 'IsolatedLoansFile'),
    },
    {
      value: 'receipts',
      title: 'margin.receipts',
      filter: 'days',
      Content: lazyPage(receipts, 'MarginReceipts'),
    },
  ],
};
