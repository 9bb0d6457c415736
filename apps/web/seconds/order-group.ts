import { lazyPage } from '../common/lazy-page.ts';
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
      Content: lazyPage(() => import('./open-seconds.tsx'), 'OpenSeconds'),
      File: lazyPage(files, 'OpenFile'),
    },
    {
      value: 'past',
      title: 'seconds.past',
      filter: 'markets',
      Content: lazyPage(() => import('./past-seconds.tsx'), 'PastSeconds'),
      File: lazyPage(files, 'PastFile'),
    },
  ],
};
