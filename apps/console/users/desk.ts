import { Users } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { usersSearch } from './search.ts';

export const usersDesk = desk({
  path: '/users',
  search: usersSearch,
  component: lazyPage(() => import('./users-screen.tsx'), 'UsersScreen'),
  title: 'console.shell.screen.users',
  icon: Users,
  order: 12,
  call: 'getOperatorUsers',
  messages: ['users', 'records', 'facts', 'review'],
});
