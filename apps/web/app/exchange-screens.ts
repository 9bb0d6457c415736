import { lazyPage } from '../common/lazy-page.ts';
import { listingQuery, marketsQuery, type Services } from '../data/index.ts';
import { exchangeSearch, fullScreenSearch } from '../exchange/search.ts';
import { MarginForm, MarginPanel } from '../margin/terminal.ts';
import { screen } from '../shell/screen.ts';

const messages = ['trade', 'markets', 'quotes', 'alerts', 'transfer', 'margin', 'perpetual'] as const;
const ownBar = ['topBar', 'footer', 'bottomBar'] as const;

/** The lazy components of spot orders from a margin account. */
const marginParts = ({ margin }: { readonly margin?: unknown }) =>
  margin === undefined ? [] : [MarginForm, MarginPanel];

/** Asks for the markets of both products, which the panel lists. */
function firstRequests({ client, queries, session }: Services): void {
  void queries.prefetchQuery(marketsQuery(client, session.store.getState().token !== null));
  void queries.prefetchQuery(listingQuery(client, 'usta'));
}

/** The terminals with all markets beside them: within the site, and over the whole window. */
export const exchangeScreens = [
  screen({
    path: '/exchange/index',
    search: exchangeSearch,
    component: lazyPage(() => import('./exchange-page.tsx'), 'ExchangePage'),
    parts: marginParts,
    messages,
    title: 'trade.exchange',
    hides: ['bottomBar'],
    firstRequests,
  }),
  screen({
    path: '/exchange/full-screen/$type',
    search: fullScreenSearch,
    component: lazyPage(() => import('./full-screen-spot.tsx'), 'FullScreenSpot'),
    parts: marginParts,
    messages,
    title: 'trade.exchange',
    hides: ownBar,
    isWide: true,
    firstRequests,
  }),
  screen({
    path: '/exchange/full-contract/$type',
    component: lazyPage(() => import('./full-screen-contract.tsx'), 'FullScreenContract'),
    messages,
    title: 'trade.exchange',
    hides: ownBar,
    isWide: true,
    firstRequests,
  }),
] as const;
