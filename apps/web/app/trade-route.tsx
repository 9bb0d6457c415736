import { getRouteApi } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { lazyPage } from '../common/lazy-page.ts';
import { MarginForm, MarginPanel } from '../margin/terminal.ts';
import type { TradeSearch, TradeType } from '../markets/trade-search.ts';
import type { Preloaded } from '../shell/screen.ts';

const route = getRouteApi('/shell/trade/index');

interface PageProps {
  /** Symbol as the address names it; undefined for the last one used. */
  readonly symbol: string | undefined;
}

const pages: Readonly<Record<TradeType, ComponentType<PageProps> & Preloaded>> = {
  spot: lazyPage(() => import('./spot-page.tsx'), 'SpotPage'),
  sec: lazyPage(() => import('../seconds/seconds-page.tsx'), 'SecondsPage'),
  usta: lazyPage(() => import('../perpetual/perpetual-page.tsx'), 'PerpetualPage'),
};

/** The lazy components of the trade page at an address. */
export function tradeParts({ type = 'spot', margin }: TradeSearch): readonly Preloaded[] {
  return type === 'spot' && margin !== undefined ? [pages.spot, MarginForm, MarginPanel] : [pages[type]];
}

/** The trade page of the product that the address names. */
export function TradeRoute() {
  const { type = 'spot', symbol } = route.useSearch();
  const Page = pages[type];
  return <Page symbol={symbol} />;
}
