import { lazyRouteComponent } from '@tanstack/react-router';
import type { OrderGroup } from '../trade/orders/order-group.ts';

/** The user's swaps in the order centre. */
export const swapOrders: OrderGroup = {
  title: 'menu.swap',
  messages: ['swap'],
  lists: [
    {
      value: 'history',
      title: 'swap.history',
      Content: lazyRouteComponent(() => import('./swap-history.tsx'), 'SwapHistory'),
      File: lazyRouteComponent(() => import('./files.tsx'), 'SwapsFile'),
    },
  ],
};
