import { lazyPage } from '../common/lazy-page.ts';

/** Staking among the earn assets: a part of the assets page, which knows no product. */
export const stakingFinance = {
  id: 'staking',
  title: 'menu.staking',
  messages: ['earn', 'staking'],
  Content: lazyPage(() => import('./staked-coins.tsx'), 'StakedCoins'),
} as const;
