import { lazyRouteComponent } from '@tanstack/react-router';
import { Stamp } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { approvalsSearch } from './search.ts';

export const approvalsDesk = desk({
  path: '/approvals',
  search: approvalsSearch,
  component: lazyRouteComponent(() => import('./approvals-screen.tsx'), 'ApprovalsScreen'),
  title: 'console.shell.screen.approvals',
  icon: Stamp,
  order: 35,
  call: 'getProposals',
  // the rooms whose acts take four eyes
  messages: ['approvals', 'corrections', 'features', 'operators', 'seconds', 'swap', 'terms', 'tiers'],
});
