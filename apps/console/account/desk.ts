import { lazyRouteComponent } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { desk } from '../shell/desk.ts';

export const accountDesk = desk({
  path: '/account',
  component: lazyRouteComponent(() => import('./account-screen.tsx'), 'AccountScreen'),
  title: 'console.shell.screen.account',
  icon: UserRound,
  order: 90,
  call: 'getOperatorDevices',
  messages: ['account'],
});
