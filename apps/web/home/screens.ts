import { House } from 'lucide-react';
import { marketsQuery } from '../data/index.ts';
import { screen } from '../shell/screen.ts';
import { HomePage } from './home-page.tsx';

export const homeScreens = [
  screen({
    path: '/home/index',
    component: HomePage,
    messages: ['earn', 'finance', 'home', 'markets', 'rules', 'seconds', 'staking', 'tiers'],
    namesErrors: false,
    title: 'home.title',
    entries: [
      { menu: 'top', order: 10, id: 'home' },
      { menu: 'bottom', order: 10, id: 'home', icon: House },
    ],
    firstRequests({ client, queries, session }) {
      void queries.prefetchQuery(marketsQuery(client, session.store.getState().token !== null));
    },
  }),
] as const;
