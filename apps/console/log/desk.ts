import { lazyRouteComponent } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { logSearch } from './search.ts';

export const logDesk = desk({
  path: '/log',
  search: logSearch,
  component: lazyRouteComponent(() => import('./log-screen.tsx'), 'LogScreen'),
  title: 'console.shell.screen.log',
  icon: ScrollText,
  order: 40,
  call: 'getOperatorLog',
  // beside its own room, every room whose acts the log names
  messages: [
    'log',
    'account',
    'approvals',
    'content',
    'corrections',
    'custody',
    'features',
    'jobs',
    'messages',
    'notice',
    'operators',
    'queue',
    'rates',
    'seconds',
    'signing',
    'swap',
    'symbols',
    'users',
    'terms',
    'tiers',
  ],
});
