import type { CustomerRoom } from '@candor/i18n';
import { assetsScreen } from '../assets/screens.ts';
import { type AssetsSearch, orderGroupIds } from '../assets/search.ts';
import { lazyPage } from '../common/lazy-page.ts';
import { financeParts } from './finance.tsx';
import { orderGroups } from './order-centre.tsx';

const AssetsPage = lazyPage(() => import('../assets/assets-page.tsx'), 'AssetsPage');
const ContractAssets = lazyPage(() => import('../perpetual/contract-assets.tsx'), 'ContractAssets');
const OrdersPanel = lazyPage(() => import('./order-centre.tsx'), 'OrdersPanel');
const FinancePanel = lazyPage(() => import('./finance.tsx'), 'FinancePanel');
const SwapPanel = lazyPage(() => import('../swap/swap-panel.tsx'), 'SwapPanel');

/** The panels of the assets page that belong to other rooms. */
const panels = { finance: FinancePanel, agreement: ContractAssets, tradeOrder: OrdersPanel, swap: SwapPanel };

function AssetsRoute() {
  return <AssetsPage panels={panels} />;
}

const OWN_ROOMS = [
  'account',
  'assets',
  'deposit',
  'kyc',
  'markets',
  'review',
  'tiers',
  'transfer',
  'withdraw',
] as const;

function messagesAt({ key, of = orderGroupIds[0] }: AssetsSearch): readonly CustomerRoom[] {
  if (key === 'finance') return [...OWN_ROOMS, ...financeParts.flatMap(({ messages }) => messages)];
  if (key === 'agreement') return [...OWN_ROOMS, 'trade', 'perpetual'];
  if (key === 'records') return [...OWN_ROOMS, 'trade'];
  if (key === 'swap') return [...OWN_ROOMS, 'swap'];
  if (key === 'tradeOrder') return [...OWN_ROOMS, 'trade', ...orderGroups[of].messages];
  return OWN_ROOMS;
}

const isOther = (key: string | undefined): key is keyof typeof panels => key !== undefined && key in panels;

export const assetsPageScreen = assetsScreen({
  component: AssetsRoute,
  parts: ({ key }) => (isOther(key) ? [AssetsPage, panels[key]] : [AssetsPage]),
  messages: messagesAt,
});
