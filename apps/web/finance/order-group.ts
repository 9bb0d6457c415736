import { lazyPage } from '../common/lazy-page.ts';
import type { OrderGroup } from '../trade/orders/order-group.ts';

/** The user's finance orders in the order centre. */
export const investments: OrderGroup = {
  title: 'menu.finance',
  messages: ['earn', 'finance'],
  lists: [
    {
      value: 'history',
      title: 'finance.orders',
      filter: 'days',
      Content: lazyPage(() => import('./order-lists.tsx'), 'Investments'),
      File: lazyPage(() => import('./order-lists.tsx'), 'InvestmentsFile'),
    },
  ],
};
