import { lazyRouteComponent } from '@tanstack/react-router';
import type { OrderGroup } from '../trade/orders/order-group.ts';

/** Spot orders and fills over all markets. */
export const spotOrders: OrderGroup = {
  title: 'menu.spot',
  messages: [],
  lists: [
    {
      value: 'open',
      title: 'trade.orders.open',
      Content: lazyRouteComponent(() => import('../trade/orders/open-orders.tsx'), 'OpenOrders'),
    },
    {
      value: 'history',
      title: 'trade.orders.history',
      Content: lazyRouteComponent(() => import('../trade/orders/order-history.tsx'), 'OrderHistory'),
    },
    {
      value: 'fills',
      title: 'trade.orders.fills',
      Content: lazyRouteComponent(() => import('../trade/orders/fills.tsx'), 'Fills'),
    },
  ],
};
