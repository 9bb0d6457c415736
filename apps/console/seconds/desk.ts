import { lazyRouteComponent } from '@tanstack/react-router';
import { Timer } from 'lucide-react';
import { desk } from '../shell/desk.ts';

export const secondsDesk = desk({
  path: '/seconds',
  component: lazyRouteComponent(() => import('./seconds-screen.tsx'), 'SecondsScreen'),
  title: 'console.shell.screen.seconds',
  icon: Timer,
  order: 30,
  call: 'getOperatorSeconds',
  messages: ['seconds'],
});
