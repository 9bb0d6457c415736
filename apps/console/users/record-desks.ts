import { ArrowDownToLine, ArrowUpFromLine, ReceiptText } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { billsSearch, depositsSearch, withdrawalsSearch } from './record-search.ts';

export const billsDesk = desk({
  path: '/bills',
  search: billsSearch,
  component: lazyPage(() => import('./record-screens.tsx'), 'BillsScreen'),
  title: 'console.shell.screen.bills',
  icon: ReceiptText,
  order: 13,
  call: 'getOperatorBills',
  messages: ['records', 'facts'],
});

export const depositsDesk = desk({
  path: '/deposits',
  search: depositsSearch,
  component: lazyPage(() => import('./record-screens.tsx'), 'DepositsScreen'),
  title: 'console.shell.screen.deposits',
  icon: ArrowDownToLine,
  order: 14,
  call: 'getOperatorDeposits',
  messages: ['records'],
});

export const withdrawalsDesk = desk({
  path: '/withdrawals',
  search: withdrawalsSearch,
  component: lazyPage(() => import('./record-screens.tsx'), 'WithdrawalsScreen'),
  title: 'console.shell.screen.withdrawals',
  icon: ArrowUpFromLine,
  order: 15,
  call: 'getOperatorWithdrawals',
  messages: ['records', 'facts'],
});
