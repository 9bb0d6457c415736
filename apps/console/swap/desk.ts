import { lazyRouteComponent } from '@tanstack/react-router';
import { ArrowLeftRight } from 'lucide-react';
import { desk } from '../shell/desk.ts';

export const swapDesk = desk({
  path: '/swaps',
  component: lazyRouteComponent(() => import('./swap-screen.tsx'), 'SwapScreen'),
  title: 'console.shell.screen.swap',
  icon: ArrowLeftRight,
  order: 32,
  call: 'getOperatorSwaps',
  messages: ['swap', 'seconds'],
});
