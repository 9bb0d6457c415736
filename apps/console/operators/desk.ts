import { lazyRouteComponent } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { desk } from '../shell/desk.ts';

export const operatorsDesk = desk({
  path: '/operators',
  component: lazyRouteComponent(() => import('./operators-screen.tsx'), 'OperatorsScreen'),
  title: 'console.shell.screen.operators',
  icon: Users,
  order: 80,
  call: 'getOperators',
  // the table of rights names the acts of all desks
  messages: ['operators', 'approvals', 'queue', 'seconds', 'symbols'],
});
