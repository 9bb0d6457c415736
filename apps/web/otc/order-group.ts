import { lazyPage } from '../common/lazy-page.ts';
import type { OrderGroup } from '../trade/orders/order-group.ts';

/** The user's OTC orders in the order centre, on own offers and on those of others. */
export const otcOrders: OrderGroup = {
  title: 'menu.otc',
  messages: ['otc', 'escrow'],
  lists: [
    {
      value: 'open',
      title: 'otc.orders.open',
      Content: lazyPage(() => import('./order-lists.tsx'), 'OpenOtcOrders'),
    },
    {
      value: 'history',
      title: 'otc.orders',
      filter: 'days',
      Content: lazyPage(() => import('./order-lists.tsx'), 'OtcOrders'),
      File: lazyPage(() => import('./order-lists.tsx'), 'OtcOrdersFile'),
    },
  ],
};
