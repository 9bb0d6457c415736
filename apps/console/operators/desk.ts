import { Users } from 'lucide-react';
import { ACT_ROOMS } from '../shell/act-rooms.ts';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';

export const operatorsDesk = desk({
  path: '/operators',
  component: lazyPage(() => import('./operators-screen.tsx'), 'OperatorsScreen'),
  title: 'console.shell.screen.operators',
  icon: Users,
  order: 80,
  call: 'getOperators',
  // the table of rights names the acts of all desks
  messages: ACT_ROOMS,
});
