import { lazyPage } from '../common/lazy-page.ts';

/** DeFi mining among the earn assets: a part of the assets page, which knows no product. */
export const minedFinance = {
  id: 'defi',
  title: 'menu.defi',
  messages: ['defi'],
  Content: lazyPage(() => import('./mined-coins.tsx'), 'MinedCoins'),
} as const;
