import { lazyPage } from '../common/lazy-page.ts';
import type { OrderGroup } from '../trade/orders/order-group.ts';

/** The user's swaps in the order centre. */
export const swapOrders: OrderGroup = {
  title: 'menu.swap',
  messages: ['swap'],
  lists: [
    {
      value: 'history',
      title: 'swap.history',
      filter: 'days',
      Content: lazyPage(() => import('./swap-history.tsx'), 'SwapHistory'),
      File: lazyPage(() => import('./files.tsx'), 'SwapsFile'),
    },
  ],
};
