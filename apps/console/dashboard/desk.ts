import { Gauge } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';

export const dashboardDesk = desk({
  path: '/',
  component: lazyPage(() => import('./dashboard-screen.tsx'), 'DashboardScreen'),
  title: 'console.shell.screen.dashboard',
  icon: Gauge,
  order: 10,
  call: 'getDashboard',
  messages: ['dashboard'],
});
