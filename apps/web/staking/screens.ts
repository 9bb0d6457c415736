import { lazyPage } from '../common/lazy-page.ts';
import { screen } from '../shell/screen.ts';
import { offerSearch, pledgeOrdersSearch } from './search.ts';

export const stakingScreens = [
  screen({
    path: '/pledge/index',
    component: lazyPage(() => import('./staking-page.tsx'), 'StakingPage'),
    messages: ['staking'],
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
    messages: ['staking'],
    title: 'staking.add.title',
    hides: ['footer'],
  }),
  screen({
    path: '/pledge/order',
    search: pledgeOrdersSearch,
    component: lazyPage(() => import('./orders-page.tsx'), 'PledgeOrdersPage'),
    messages: ['staking'],
    title: 'staking.orders',
    guard: 'users',
    hides: ['footer'],
  }),
] as const;
