import { MessagesSquare } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { supportSearch } from './search.ts';

export const supportDesk = desk({
  path: '/support',
  search: supportSearch,
  component: lazyPage(() => import('./support-screen.tsx'), 'SupportScreen'),
  title: 'console.shell.screen.support',
  icon: MessagesSquare,
  order: 16,
  call: 'getSupportQueue',
  // the words of matters are those that users read
  messages: ['support', 'matter', 'users', 'escrow'],
});
