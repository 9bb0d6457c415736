import { lazyPage } from '../common/lazy-page.ts';
import type { OrderGroup } from '../trade/orders/order-group.ts';

/** The user's applications and power loans in the order centre. */
export const powerLoans: OrderGroup = {
  title: 'menu.power',
  messages: ['loan'],
  lists: [
    {
      value: 'history',
      title: 'loan.records',
      filter: 'days',
      Content: lazyPage(() => import('./order-lists.tsx'), 'PowerLoans'),
      File: lazyPage(() => import('./order-lists.tsx'), 'PowerLoansFile'),
    },
  ],
};
