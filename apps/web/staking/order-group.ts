import { lazyPage } from '../common/lazy-page.ts';
import type { OrderGroup } from '../trade/orders/order-group.ts';

/** The user's staking orders in the order centre. */
export const stakingOrders: OrderGroup = {
  title: 'menu.staking',
  messages: ['earn', 'staking'],
  lists: [
    {
      value: 'history',
      title: 'staking.orders',
      filter: 'days',
      Content: lazyPage(() => import('./order-lists.tsx'), 'StakingOrders'),
      File: lazyPage(() => import('./order-lists.tsx'), 'StakingFile'),
    },
  ],
};
