import { type TradeType, tradeSearch } from '../markets/trade-search.ts';
import { perpetualKind } from '../perpetual/trade-kind.ts';
import { secondsKind } from '../seconds/trade-kind.ts';
import { screen } from '../shell/screen.ts';
import { spotKind } from '../spot/trade-kind.ts';
import type { TradeKind } from '../trade/terminal/trade-kind.ts';
import { TradeRoute, tradeParts } from './trade-route.tsx';

/** The products of the trade page, by the type in its address; `trade-route.tsx` has their pages. */
const kinds: Readonly<Record<TradeType, TradeKind>> = {
  spot: spotKind,
  sec: secondsKind,
  usta: perpetualKind,
};

const all = Object.values(kinds);

export const tradeScreens = [
  screen({
    path: '/trade/index',
    search: tradeSearch,
    component: TradeRoute,
    parts: tradeParts,
    messages: ['trade', 'markets', 'alerts', 'transfer', ...all.flatMap(({ messages }) => messages)],
    // each product writes its live price
    title: null,
    hides: ['footer', 'bottomBar'],
    isWide: true,
    entries: [
      { menu: 'top', order: 30, id: 'trade', search: { type: 'spot' } },
      ...all.flatMap(({ entries }) => entries),
    ],
    firstRequests(services, { type = 'spot', symbol = services.preferences.getState().currentCoin }) {
      kinds[type].firstRequests(services, symbol);
    },
  }),
] as const;
