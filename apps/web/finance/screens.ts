import { lazyPage } from '../common/lazy-page.ts';
import { offerSearch } from '../earn/search.ts';
import { screen } from '../shell/screen.ts';
import { investmentSearch } from './search.ts';

export const financeScreens = [
  screen({
    path: '/finance/investment',
    search: investmentSearch,
    component: lazyPage(() => import('./investment-page.tsx'), 'InvestmentPage'),
    messages: ['earn', 'finance', 'tiers'],
    title: 'finance.title',
    guard: ({ tab }) => (tab === 'mine' ? 'users' : null),
    entries: [
      { menu: 'top', order: 80, id: 'finance' },
      { menu: 'footer.earn', order: 30, id: 'finance' },
    ],
  }),
  screen({
    path: '/finance/detail',
    search: offerSearch,
    component: lazyPage(() => import('./detail-page.tsx'), 'FinanceDetailPage'),
    messages: ['earn', 'finance', 'tiers'],
    title: 'finance.add.title',
    hides: ['footer'],
  }),
] as const;
