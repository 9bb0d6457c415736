import { CalendarClock } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { noticeSearch } from './search.ts';

export const noticeDesk = desk({
  path: '/market-terms',
  search: noticeSearch,
  component: lazyPage(() => import('./notice-screen.tsx'), 'NoticeScreen'),
  title: 'console.shell.screen.notice',
  icon: CalendarClock,
  order: 21,
  call: 'getMarketTerms',
  // the words of terms are those that users read
  messages: ['marketterms', 'notice'],
});
