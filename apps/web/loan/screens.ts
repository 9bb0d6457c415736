import { lazyPage } from '../common/lazy-page.ts';
import { screen } from '../shell/screen.ts';
import { loanRecordsSearch, loanSearch } from './search.ts';

export const loanScreens = [
  screen({
    path: '/loan/index',
    search: loanSearch,
    component: lazyPage(() => import('./loan-page.tsx'), 'LoanPage'),
    messages: ['loan', 'account', 'kyc', 'earn'],
    title: 'loan.title',
    entries: [
      { menu: 'top', order: 60, id: 'power' },
      { menu: 'footer.earn', order: 40, id: 'power' },
    ],
  }),
  screen({
    path: '/loan/order',
    search: loanRecordsSearch,
    component: lazyPage(() => import('./records-page.tsx'), 'LoanRecordsPage'),
    messages: ['loan', 'account'],
    title: 'loan.records',
    guard: 'users',
  }),
] as const;
