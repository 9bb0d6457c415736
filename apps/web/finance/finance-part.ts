import { lazyPage } from '../common/lazy-page.ts';

/** Finance products among the earn assets: a part of the assets page, which knows no product. */
export const investedFinance = {
  id: 'finance',
  title: 'menu.finance',
  messages: ['earn', 'finance'],
  Content: lazyPage(() => import('./invested-coins.tsx'), 'InvestedCoins'),
} as const;
