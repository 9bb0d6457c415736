import { ClipboardCheck } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { reviewSearch } from './search.ts';

export const reviewDesk = desk({
  path: '/reviews',
  search: reviewSearch,
  component: lazyPage(() => import('./review-screen.tsx'), 'ReviewScreen'),
  title: 'console.shell.screen.review',
  icon: ClipboardCheck,
  order: 15,
  call: 'getReviews',
  // the words of kinds and reasons are those that users read
  messages: ['queue', 'review', 'facts', 'users'],
});
