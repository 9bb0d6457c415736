import { Layers } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';

export const tiersDesk = desk({
  path: '/tiers',
  component: lazyPage(() => import('./tiers-screen.tsx'), 'TiersScreen'),
  title: 'console.shell.screen.tiers',
  icon: Layers,
  order: 34,
  call: 'getOperatorTiers',
  messages: ['tiers'],
});
