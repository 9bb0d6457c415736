import { Pickaxe } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';

export const miningDesk = desk({
  path: '/mining',
  component: lazyPage(() => import('./mining-screen.tsx'), 'MiningScreen'),
  title: 'console.shell.screen.mining',
  icon: Pickaxe,
  order: 34,
  call: 'getOperatorMining',
  messages: ['mining', 'earn', 'seconds', 'swap', 'notice'],
});
