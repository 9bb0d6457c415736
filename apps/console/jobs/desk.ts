import { ListChecks } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { jobsSearch } from './search.ts';

export const jobsDesk = desk({
  path: '/jobs',
  search: jobsSearch,
  component: lazyPage(() => import('./jobs-screen.tsx'), 'JobsScreen'),
  title: 'console.shell.screen.jobs',
  icon: ListChecks,
  order: 39,
  call: 'getOperatorJobs',
  messages: ['jobs'],
});
