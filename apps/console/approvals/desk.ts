import { Stamp } from 'lucide-react';
import { ACT_ROOMS } from '../shell/act-rooms.ts';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { approvalsSearch } from './search.ts';

export const approvalsDesk = desk({
  path: '/approvals',
  search: approvalsSearch,
  component: lazyPage(() => import('./approvals-screen.tsx'), 'ApprovalsScreen'),
  title: 'console.shell.screen.approvals',
  icon: Stamp,
  order: 35,
  call: 'getProposals',
  // proposals are acts of all desks
  messages: ['notice', 'escrow', ...ACT_ROOMS],
});
