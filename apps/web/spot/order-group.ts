import { lazyRouteComponent } from '@tanstack/react-router';
import type { OrderGroup } from '../trade/orders/order-group.ts';

const files = () => import('../trade/orders/files.tsx');

/** Spot orders and fills over all markets. */
export const spotOrders: OrderGroup = {
  title: 'menu.spot',
  messages: [],
  lists: [
    {
      value: 'open',
      title: 'trade.orders.open',
      Content: lazyRouteComponent(() => import('../trade/orders/open-orders.tsx'), 'OpenOrders'),
      File: lazyRouteComponent(files, 'OpenOrdersFile'),
    },
    {
      value: 'history',
      title: 'trade.orders.history',
      Content: lazyRouteComponent(() => import('../trade/orders/order-history.tsx'), 'OrderHistory'),
      File: lazyRouteComponent(files, 'OrderHistoryFile'),
    },
    {
      value: 'fills',
      title: 'trade.orders.fills',
      Content: lazyRouteComponent(() => import('../trade/orders/fills.tsx'), 'Fills'),
      File: lazyRouteComponent(files, 'FillsFile'),
    },
  ],
};
