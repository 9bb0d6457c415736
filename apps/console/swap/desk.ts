import { ArrowLeftRight } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';

export const swapDesk = desk({
  path: '/swaps',
  component: lazyPage(() => import('./swap-screen.tsx'), 'SwapScreen'),
  title: 'console.shell.screen.swap',
  icon: ArrowLeftRight,
  order: 32,
  call: 'getOperatorSwaps',
  messages: ['swap', 'seconds'],
});
