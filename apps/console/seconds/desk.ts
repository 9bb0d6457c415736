import { Timer } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';

export const secondsDesk = desk({
  path: '/seconds',
  component: lazyPage(() => import('./seconds-screen.tsx'), 'SecondsScreen'),
  title: 'console.shell.screen.seconds',
  icon: Timer,
  order: 30,
  call: 'getOperatorSeconds',
  messages: ['seconds'],
});
