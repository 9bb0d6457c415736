import { Wallet } from 'lucide-react';
import { lazyPage } from '../common/lazy-page.ts';
import { daysSearch } from '../records/record-search.ts';
import { type EntryDeclaration, type ScreenDeclaration, screen } from '../shell/screen.ts';
import { billSearch } from './bills/bill-search.ts';
import { coinSearch } from './coin-search.ts';
import { type AssetKey, type AssetsSearch, assetsSearch } from './search.ts';

/** An entry of the assets menu, which the page shows as its panels. */
const panel = (order: number, id: string, key: AssetKey): EntryDeclaration => ({
  menu: 'assets',
  order,
  id,
  search: { key },
});

type AssetsParts = Pick<ScreenDeclaration<'/assets/index', AssetsSearch>, 'component' | 'parts' | 'messages'>;

/** The panels that title the window themselves. */
const TITLED: ReadonlySet<AssetKey> = new Set(['records', 'transfer', 'recharge', 'withdraw', 'swap']);
/** The panels of other rooms, and the menu's word for each. */
const titles: Readonly<Partial<Record<AssetKey, string>>> = {
  finance: 'menu.assetsFinance',
  agreement: 'menu.assetsContracts',
  tradeOrder: 'menu.orders',
};

/** The assets page. `parts` has what the panels of other rooms need, by the address. */
export const assetsScreen = (parts: AssetsParts) =>
  screen({
    ...parts,
    path: '/assets/index',
    search: assetsSearch,
    title: ({ key = 'overview' }) => (TITLED.has(key) ? `menu.${key}` : (titles[key] ?? 'menu.assets')),
    guard: 'users',
    entries: [
      panel(10, 'assets', 'overview'),
      panel(20, 'assetsFinance', 'finance'),
      panel(30, 'assetsContracts', 'agreement'),
      panel(40, 'recharge', 'recharge'),
      panel(50, 'withdraw', 'withdraw'),
      panel(60, 'swap', 'swap'),
      panel(70, 'transfer', 'transfer'),
      panel(80, 'orders', 'tradeOrder'),
      panel(90, 'records', 'records'),
      { menu: 'footer.company', order: 10, id: 'deposit', search: { key: 'recharge' } },
      { menu: 'bottom', order: 40, id: 'assets', search: { key: 'overview' }, icon: Wallet },
    ],
  });

export const assetsScreens = [
  screen({
    path: '/account/wallet/assets',
    component: lazyPage(() => import('./wallet-pages.tsx'), 'WalletAssetsPage'),
    messages: ['account', 'assets', 'markets', 'transfer'],
    title: 'menu.assets',
    guard: 'users',
  }),
  screen({
    path: '/account/wallet/bills',
    search: billSearch,
    component: lazyPage(() => import('./wallet-pages.tsx'), 'WalletBillsPage'),
    messages: ['assets', 'transfer', 'trade'],
    title: 'menu.records',
    guard: 'users',
  }),
  screen({
    path: '/account/wallet/deposit',
    search: coinSearch,
    component: lazyPage(() => import('./deposit/deposit-page.tsx'), 'DepositPage'),
    messages: ['deposit', 'kyc', 'review'],
    title: 'menu.recharge',
    guard: 'users',
  }),
  screen({
    path: '/account/wallet/history-deposit',
    search: daysSearch,
    component: lazyPage(() => import('./deposit/deposit-page.tsx'), 'DepositHistoryPage'),
    messages: ['deposit', 'review'],
    title: 'deposit.history',
    guard: 'users',
  }),
  screen({
    path: '/account/wallet/withdrawal',
    search: coinSearch,
    component: lazyPage(() => import('./withdraw/withdraw-page.tsx'), 'WithdrawPage'),
    messages: ['account', 'deposit', 'tiers', 'transfer', 'withdraw'],
    title: 'menu.withdraw',
    guard: 'users',
  }),
  screen({
    path: '/account/wallet/history-withdrawal',
    search: daysSearch,
    component: lazyPage(() => import('./withdraw/withdraw-page.tsx'), 'WithdrawalHistoryPage'),
    messages: ['deposit', 'withdraw'],
    title: 'withdraw.history',
    guard: 'users',
  }),
] as const;
