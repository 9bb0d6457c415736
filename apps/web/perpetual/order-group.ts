import { lazyRouteComponent } from '@tanstack/react-router';
import type { OrderGroup } from '../trade/orders/order-group.ts';

const files = () => import('./files.tsx');
const history = () => import('./perpetual-history.tsx');

/** Positions, orders, fills and settlements of all contracts. */
export const perpetualOrders: OrderGroup = {
  title: 'menu.contracts',
  messages: ['perpetual'],
  lists: [
    {
      value: 'positions',
      title: 'perpetual.positions',
      Content: lazyRouteComponent(() => import('./positions.tsx'), 'Positions'),
    },
    {
      value: 'open',
      title: 'trade.orders.open',
      Content: lazyRouteComponent(() => import('./perpetual-orders.tsx'), 'PerpetualOrders'),
      File: lazyRouteComponent(files, 'OpenFile'),
    },
    {
      value: 'history',
      title: 'trade.orders.history',
      Content: lazyRouteComponent(history, 'PerpetualOrderHistory'),
      File: lazyRouteComponent(files, 'HistoryFile'),
    },
    {
      value: 'fills',
      title: 'trade.orders.fills',
      Content: lazyRouteComponent(history, 'PerpetualFills'),
      File: lazyRouteComponent(files, 'FillsFile'),
    },
    {
      value: 'settlements',
      title: 'perpetual.settlements',
      Content: lazyRouteComponent(() => import('./settlements.tsx'), 'PerpetualSettlements'),
      File: lazyRouteComponent(files, 'SettlementsFile'),
    },
  ],
};
