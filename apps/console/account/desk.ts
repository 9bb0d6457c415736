import { UserRound } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';

export const accountDesk = desk({
  path: '/account',
  component: lazyPage(() => import('./account-screen.tsx'), 'AccountScreen'),
  title: 'console.shell.screen.account',
  icon: UserRound,
  order: 90,
  call: 'getOperatorDevices',
  messages: ['account'],
});
