import { lazyPage } from '../common/lazy-page.ts';
import { screen } from '../shell/screen.ts';

export const apiKeyScreens = [
  screen({
    path: '/account/center/api-keys',
    component: lazyPage(() => import('./api-keys-page.tsx'), 'ApiKeysPage'),
    messages: ['apikeys', 'account'],
    title: 'menu.apiKeys',
    guard: 'users',
    entries: [{ menu: 'account', order: 25, id: 'apiKeys' }],
  }),
] as const;
