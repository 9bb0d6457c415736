import { ScrollText } from 'lucide-react';
import { ACT_ROOMS } from '../shell/act-rooms.ts';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { logSearch } from './search.ts';

export const logDesk = desk({
  path: '/log',
  search: logSearch,
  component: lazyPage(() => import('./log-screen.tsx'), 'LogScreen'),
  title: 'console.shell.screen.log',
  icon: ScrollText,
  order: 40,
  call: 'getOperatorLog',
  // the log names the acts of all desks
  messages: ['log', 'facts', 'notice', 'records', 'review', 'escrow', ...ACT_ROOMS],
});
