import { lazyPage } from '../common/lazy-page.ts';
import { screen } from '../shell/screen.ts';

export const feesScreens = [
  screen({
    path: '/rate/index',
    component: lazyPage(() => import('./fees-page.tsx'), 'FeesPage'),
    messages: ['fees', 'notice'],
    title: 'fees.title',
    entries: [{ menu: 'footer.company', order: 20, id: 'fees' }],
  }),
] as const;
