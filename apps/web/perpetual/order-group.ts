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
      filter: 'contracts',
      Content: lazyPage(history, 'PerpetualOrderHistory'),
      File: lazyPage(files, 'HistoryFile'),
    },
    {
      value: 'closed',
      title: 'perpetual.closed',
      filter: 'contracts',
      Content: lazyPage(() => import('./closed-positions.tsx'), 'ClosedPositions'),
      File: lazyPage(files, 'ClosedFile'),
    },
    {
      value: 'fills',
      title: 'trade.orders.fills',
      filter: 'contracts',
      Content: lazyPage(history, 'PerpetualFills'),
      File: lazyPage(files, 'FillsFile'),
    },
    {
      value: 'settlements',
      title: 'perpetual.settlements',
      filter: 'contracts',
      Content: lazyPage(() => import('./settlements.tsx'), 'PerpetualSettlements'),
      File: lazyPage(files, 'SettlementsFile'),
    },
  ],
};
