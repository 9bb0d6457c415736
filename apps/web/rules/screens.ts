import { lazyPage } from '../common/lazy-page.ts';
import { screen } from '../shell/screen.ts';
import { rulesSearch } from './search.ts';

export const rulesScreens = [
  screen({
    path: '/rule/index',
    search: rulesSearch,
    component: lazyPage(() => import('./rules-page.tsx'), 'RulesPage'),
    messages: ['rules', 'seconds', 'perpetual', 'trade', 'fees', 'notice', 'loan'],
    title: 'menu.rules',
    entries: [
      { menu: 'top', order: 70, id: 'rules' },
      { menu: 'footer.company', order: 30, id: 'rules' },
    ],
  }),
] as const;
