import { Newspaper } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { articlesSearch } from './search.ts';

export const articlesDesk = desk({
  path: '/articles',
  search: articlesSearch,
  component: lazyPage(() => import('./articles-screen.tsx'), 'ArticlesScreen'),
  title: 'console.shell.screen.articles',
  icon: Newspaper,
  order: 37,
  call: 'getOperatorArticles',
  messages: ['articles'],
});
