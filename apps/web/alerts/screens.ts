import { lazyPage } from '../common/lazy-page.ts';
import { screen } from '../shell/screen.ts';

export const alertScreens = [
  screen({
    path: '/account/center/alerts',
    component: lazyPage(() => import('./alerts-page.tsx'), 'AlertsPage'),
    messages: ['alerts', 'markets'],
    title: 'menu.alerts',
    guard: 'users',
    entries: [{ menu: 'account', order: 14, id: 'alerts' }],
  }),
] as const;
