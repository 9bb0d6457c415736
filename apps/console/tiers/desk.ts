import { lazyRouteComponent } from '@tanstack/react-router';
import { Layers } from 'lucide-react';
import { desk } from '../shell/desk.ts';

export const tiersDesk = desk({
  path: '/tiers',
  component: lazyRouteComponent(() => import('./tiers-screen.tsx'), 'TiersScreen'),
  title: 'console.shell.screen.tiers',
  icon: Layers,
  order: 34,
  call: 'getOperatorTiers',
  messages: ['tiers'],
});
