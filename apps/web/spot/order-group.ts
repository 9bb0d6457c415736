import { lazyPage } from '../common/lazy-page.ts';
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
      Content: lazyPage(() => import('../trade/orders/open-orders.tsx'), 'OpenOrders'),
      File: lazyPage(files, 'OpenOrdersFile'),
    },
    {
      value: 'history',
      title: 'trade.orders.history',
      filter: 'markets',
      Content: lazyPage(() => import('../trade/orders/order-history.tsx'), 'OrderHistory'),
      File: lazyPage(files, 'OrderHistoryFile'),
    },
    {
      value: 'fills',
      title: 'trade.orders.fills',
      filter: 'markets',
      Content: lazyPage(() => import('../trade/orders/fills.tsx'), 'Fills'),
      File: lazyPage(files, 'FillsFile'),
    },
  ],
};
