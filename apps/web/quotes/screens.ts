import { ChartNoAxesColumn } from 'lucide-react';
import { lazyPage } from '../common/lazy-page.ts';
import { screen } from '../shell/screen.ts';
import { quotesSearch } from './search.ts';

export const quotesScreens = [
  screen({
    path: '/quotes/index',
    search: quotesSearch,
    component: lazyPage(() => import('./quotes-page.tsx'), 'QuotesPage'),
    messages: ['quotes', 'markets'],
    title: 'quotes.title',
    entries: [
      { menu: 'top', order: 20, id: 'market' },
      { menu: 'footer.markets', order: 10, id: 'market' },
      { menu: 'bottom', order: 20, id: 'market', icon: ChartNoAxesColumn },
    ],
  }),
] as const;
