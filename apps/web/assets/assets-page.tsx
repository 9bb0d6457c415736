import { useText } from '@candor/ui';
import { getRouteApi } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { ClosedPage } from '../shell/closed-page.tsx';
import { PanelPage } from '../shell/panel-page.tsx';
import { usePlan } from '../shell/plan.ts';
import { Records } from './bills/records.tsx';
import { Deposit } from './deposit/deposit.tsx';
import { Overview } from './overview/overview.tsx';
import type { AssetKey } from './search.ts';
import { Transfer } from './transfer.tsx';
import { Withdraw } from './withdraw/withdraw.tsx';

const own: AssetPanels = {
  overview: Overview,
  records: Records,
  transfer: Transfer,
  recharge: Deposit,
  withdraw: Withdraw,
};
const route = getRouteApi('/shell/assets/index');

/** The panels of the assets page that are open, by the key in its address. */
export type AssetPanels = Readonly<Partial<Record<AssetKey, ComponentType>>>;

export interface AssetsPageProps {
  /** The panels of other rooms. */
  readonly panels: AssetPanels;
}

/** The user's assets; `key` chooses the panel. */
export function AssetsPage({ panels: others }: AssetsPageProps) {
  const text = useText();
  const { key = 'overview' } = route.useSearch();
  const Panel = own[key] ?? others[key] ?? ClosedPage;
  const entries = usePlan().menu('assets');
  const entry = entries.find(({ search }) => search?.key === key);
  return (
    <PanelPage label={text('assets.panels')} entries={entries} current={entry?.id}>
      <Panel />
    </PanelPage>
  );
}
