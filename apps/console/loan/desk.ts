import { HandCoins } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';

export const loanDesk = desk({
  path: '/loans',
  component: lazyPage(() => import('./loan-screen.tsx'), 'LoanScreen'),
  title: 'console.shell.screen.loan',
  icon: HandCoins,
  order: 35,
  call: 'getOperatorLoans',
  messages: ['loan', 'earn', 'seconds', 'swap'],
});
