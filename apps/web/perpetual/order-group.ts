import { lazyPage } from '../common/lazy-page.ts';
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
      Content: lazyPage(() => import('./positions.tsx'), 'Positions'),
    },
    {
      value: 'open',
      title: 'trade.orders.open',
      Content: lazyPage(() => import('./perpetual-orders.tsx'), 'PerpetualOrders'),
      File: lazyPage(files, 'OpenFile'),
    },
    {
      value: 'history',
      title: 'trade.orders.history',
      Content: lazyPage(history, 'PerpetualOrderHistory'),
      File: lazyPage(files, 'HistoryFile'),
    },
    {
      value: 'fills',
      title: 'trade.orders.fills',
      Content: lazyPage(history, 'PerpetualFills'),
      File: lazyPage(files, 'FillsFile'),
    },
    {
      value: 'settlements',
      title: 'perpetual.settlements',
      Content: lazyPage(() => import('./settlements.tsx'), 'PerpetualSettlements'),
      File: lazyPage(files, 'SettlementsFile'),
    },
  ],
};
