import { lazyRouteComponent } from '@tanstack/react-router';
import { Gauge } from 'lucide-react';
import { desk } from '../shell/desk.ts';

export const dashboardDesk = desk({
  path: '/',
  component: lazyRouteComponent(() => import('./dashboard-screen.tsx'), 'DashboardScreen'),
  title: 'console.shell.screen.dashboard',
  icon: Gauge,
  order: 10,
  call: 'getDashboard',
  messages: ['dashboard'],
});
