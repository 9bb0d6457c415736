import { lazyRouteComponent } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';

export const feesScreens = [
  screen({
    path: '/rate/index',
    component: lazyRouteComponent(() => import('./fees-page.tsx'), 'FeesPage'),
    messages: ['fees', 'notice'],
    title: 'fees.title',
    entries: [{ menu: 'footer.company', order: 20, id: 'fees' }],
  }),
] as const;
