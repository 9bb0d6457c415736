import { lazyPage } from '../common/lazy-page.ts';
import { offerSearch, ordersSearch } from '../earn/search.ts';
import { screen } from '../shell/screen.ts';

export const stakingScreens = [
  screen({
    path: '/pledge/index',
    component: lazyPage(() => import('./staking-page.tsx'), 'StakingPage'),
    messages: ['earn', 'staking'],
    title: 'staking.title',
    hides: ['footer'],
    entries: [
      { menu: 'top', order: 50, id: 'staking' },
      { menu: 'footer.earn', order: 10, id: 'staking' },
    ],
  }),
  screen({
    path: '/pledge/add',
    search: offerSearch,
    component: lazyPage(() => import('./add-page.tsx'), 'PledgeAddPage'),
    messages: ['earn', 'staking'],
    title: 'staking.add.title',
    hides: ['footer'],
  }),
  screen({
    path: '/pledge/order',
    search: ordersSearch,
    component: lazyPage(() => import('./orders-page.tsx'), 'PledgeOrdersPage'),
    messages: ['earn', 'staking'],
    title: 'staking.orders',
    guard: 'users',
    hides: ['footer'],
  }),
] as const;
