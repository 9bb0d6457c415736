import { lazyRouteComponent } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import { type EntryDeclaration, screen } from '../shell/screen.ts';
import { type AssetKey, assetsSearch } from './search.ts';

/** An entry of the assets menu, which the page shows as its panels. */
const panel = (order: number, id: string, key: AssetKey, isClosed = false): EntryDeclaration => ({
  menu: 'assets',
  order,
  id,
  search: { key },
  isClosed,
});

export const assetsScreens = [
  screen({
    path: '/assets/index',
    search: assetsSearch,
    component: lazyRouteComponent(() => import('./assets-page.tsx'), 'AssetsPage'),
    messages: ['account', 'assets', 'deposit', 'markets', 'transfer', 'withdraw'],
    title: ({ key }) =>
      key === 'records' || key === 'transfer' || key === 'recharge' || key === 'withdraw'
        ? `menu.${key}`
        : 'menu.assets',
    guard: 'users',
    entries: [
      panel(10, 'assets', 'overview'),
      panel(20, 'assetsFinance', 'finance', true),
      panel(30, 'assetsContracts', 'agreement', true),
      panel(40, 'recharge', 'recharge'),
      panel(50, 'withdraw', 'withdraw'),
      panel(60, 'swap', 'swap', true),
      panel(70, 'transfer', 'transfer'),
      panel(80, 'orders', 'tradeOrder', true),
      panel(90, 'records', 'records'),
      { menu: 'footer.company', order: 10, id: 'deposit', search: { key: 'recharge' } },
      { menu: 'bottom', order: 40, id: 'assets', search: { key: 'overview' }, icon: Wallet },
    ],
  }),
  screen({
    path: '/account/wallet/deposit',
    component: lazyRouteComponent(() => import('./deposit-page.tsx'), 'DepositPage'),
    messages: ['deposit'],
    title: 'menu.recharge',
    guard: 'users',
  }),
  screen({
    path: '/account/wallet/history-deposit',
    component: lazyRouteComponent(() => import('./deposit-page.tsx'), 'DepositHistoryPage'),
    messages: ['deposit'],
    title: 'deposit.history',
    guard: 'users',
  }),
  screen({
    path: '/account/wallet/withdrawal',
    component: lazyRouteComponent(() => import('./withdraw-page.tsx'), 'WithdrawPage'),
    messages: ['account', 'deposit', 'transfer', 'withdraw'],
    title: 'menu.withdraw',
    guard: 'users',
  }),
  screen({
    path: '/account/wallet/history-withdrawal',
    component: lazyRouteComponent(() => import('./withdraw-page.tsx'), 'WithdrawalHistoryPage'),
    messages: ['deposit', 'withdraw'],
    title: 'withdraw.history',
    guard: 'users',
  }),
] as const;
