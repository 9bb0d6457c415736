import { getRouteApi } from '@tanstack/react-router';
import { usePreference } from '../data/index.ts';
import { ClosedPage } from '../shell/closed-page.tsx';
import { SecondsPage, TradePage } from '../trade/index.ts';

const route = getRouteApi('/shell/trade/index');

/** The trade page of the address: spot, second contracts, or the page of what is not open yet. */
export function TradeRoute() {
  const { type = 'spot', symbol } = route.useSearch();
  const lastCoin = usePreference('currentCoin');
  if (type === 'sec') return <SecondsPage symbol={symbol ?? lastCoin} />;
  return type === 'spot' ? <TradePage symbol={symbol ?? lastCoin} /> : <ClosedPage />;
}
