import { Landmark } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';

export const financeDesk = desk({
  path: '/finance',
  component: lazyPage(() => import('./finance-screen.tsx'), 'FinanceScreen'),
  title: 'console.shell.screen.finance',
  icon: Landmark,
  order: 33,
  call: 'getOperatorFinance',
  messages: ['earn', 'finance', 'seconds', 'swap'],
});
