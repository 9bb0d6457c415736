import { lazyRouteComponent } from '@tanstack/react-router';
import type { OrderGroup } from '../trade/orders/order-group.ts';

const files = () => import('./files.tsx');

/** Second contracts, open and over. */
export const secondsOrders: OrderGroup = {
  title: 'menu.flash',
  messages: ['seconds'],
  lists: [
    {
      value: 'open',
      title: 'seconds.open',
      Content: lazyRouteComponent(() => import('./open-seconds.tsx'), 'OpenSeconds'),
      File: lazyRouteComponent(files, 'OpenFile'),
    },
    {
      value: 'past',
      title: 'seconds.past',
      Content: lazyRouteComponent(() => import('./past-seconds.tsx'), 'PastSeconds'),
      File: lazyRouteComponent(files, 'PastFile'),
    },
  ],
};
