import { lazyPage } from '../common/lazy-page.ts';
import { screen } from '../shell/screen.ts';
import { nodeSearch } from './search.ts';

export const defiScreens = [
  screen({
    path: '/defis/index',
    component: lazyPage(() => import('./defi-page.tsx'), 'DefiPage'),
    messages: ['defi'],
    title: 'defi.title',
    hides: ['footer'],
    entries: [
      { menu: 'top', order: 40, id: 'defi' },
      { menu: 'footer.earn', order: 20, id: 'defi' },
    ],
  }),
  screen({
    path: '/defis/details',
    search: nodeSearch,
    component: lazyPage(() => import('./node-page.tsx'), 'NodePage'),
    messages: ['defi', 'swap', 'deposit'],
    title: 'defi.node',
    guard: 'users',
    hides: ['footer'],
  }),
] as const;
