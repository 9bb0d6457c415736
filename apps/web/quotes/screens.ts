import { ChartNoAxesColumn } from 'lucide-react';
import { lazyPage } from '../common/lazy-page.ts';
import { listingQuery, marketsQuery } from '../data/index.ts';
import { screen } from '../shell/screen.ts';
import { overviewSearch, quotesSearch } from './search.ts';

export const quotesScreens = [
  screen({
    path: '/quotes/index',
    search: quotesSearch,
    component: lazyPage(() => import('./quotes-page.tsx'), 'QuotesPage'),
    messages: ['quotes', 'markets', 'alerts'],
    title: 'quotes.title',
    entries: [
      { menu: 'top', order: 20, id: 'market' },
      { menu: 'footer.markets', order: 10, id: 'market' },
      { menu: 'bottom', order: 20, id: 'market', icon: ChartNoAxesColumn },
    ],
  }),
  screen({
    path: '/market/main',
    search: overviewSearch,
    component: lazyPage(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
    messages: ['quotes', 'markets', 'alerts'],
    title: 'quotes.overview',
    firstRequests({ client, queries, session }) {
      void queries.prefetchQuery(marketsQuery(client, session.store.getState().token !== null));
      void queries.prefetchQuery(listingQuery(client, 'usta'));
    },
  }),
] as const;
