import { lazyRouteComponent } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { messagesSearch } from './search.ts';

export const messagesDesk = desk({
  path: '/messages',
  search: messagesSearch,
  component: lazyRouteComponent(() => import('./messages-screen.tsx'), 'MessagesScreen'),
  title: 'console.shell.screen.messages',
  icon: Mail,
  order: 38,
  call: 'getOperatorMessages',
  messages: ['messages'],
});
