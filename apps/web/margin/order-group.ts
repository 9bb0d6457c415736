import { lazyRouteComponent } from '@tanstack/react-router';
import type { OrderGroup } from '../trade/orders/order-group.ts';

const orders = () => import('./account-orders.tsx');
const receipts = () => import('./margin-receipts.tsx');

/** Orders and loans of the cross account, and the receipts of all margin accounts. */
export const crossOrders: OrderGroup = {
  title: 'transfer.wallet.cross',
  messages: ['margin'],
  lists: [
    { value: 'open', title: 'trade.orders.open', Content: lazyRouteComponent(orders, 'CrossOpen') },
    { value: 'history', title: 'trade.orders.history', Content: lazyRouteComponent(orders, 'CrossHistory') },
    { value: 'loans', title: 'margin.loans', Content: lazyRouteComponent(orders, 'CrossLoans') },
    { value: 'receipts', title: 'margin.receipts', Content: lazyRouteComponent(receipts, 'MarginReceipts') },
  ],
};

/** Orders and loans of all isolated accounts, and the receipts of all margin accounts. */
export const isolatedOrders: OrderGroup = {
  title: 'transfer.wallet.isolated',
  messages: ['margin'],
  lists: [
    { value: 'open', title: 'trade.orders.open', Content: lazyRouteComponent(orders, 'IsolatedOpen') },
    {
      value: 'history',
      title: 'trade.orders.history',
      Content: lazyRouteComponent(orders, 'IsolatedHistory'),
    },
    { value: 'loans', title: 'margin.loans', Content: lazyRouteComponent(orders, 'IsolatedLoans') },
    { value: 'receipts', title: 'margin.receipts', Content: lazyRouteComponent(receipts, 'MarginReceipts') },
  ],
};
