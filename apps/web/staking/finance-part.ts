import type { FinancePart } from '../assets/finance-part.ts';
import { lazyPage } from '../common/lazy-page.ts';

/** Staking among the earn assets. */
export const stakingFinance: FinancePart = {
  id: 'staking',
  title: 'menu.staking',
  messages: ['staking'],
  Content: lazyPage(() => import('./staked-coins.tsx'), 'StakedCoins'),
};
