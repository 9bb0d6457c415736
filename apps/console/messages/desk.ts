import { Mail } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { messagesSearch } from './search.ts';

export const messagesDesk = desk({
  path: '/messages',
  search: messagesSearch,
  component: lazyPage(() => import('./messages-screen.tsx'), 'MessagesScreen'),
  title: 'console.shell.screen.messages',
  icon: Mail,
  order: 38,
  call: 'getOperatorMessages',
  messages: ['messages', 'facts'],
});
