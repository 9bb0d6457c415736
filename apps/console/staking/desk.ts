import { PiggyBank } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';

export const stakingDesk = desk({
  path: '/staking',
  component: lazyPage(() => import('./staking-screen.tsx'), 'StakingScreen'),
  title: 'console.shell.screen.staking',
  icon: PiggyBank,
  order: 33,
  call: 'getOperatorStaking',
  messages: ['earn', 'staking', 'seconds', 'swap'],
});
