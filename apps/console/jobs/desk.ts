import { lazyRouteComponent } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { jobsSearch } from './search.ts';

export const jobsDesk = desk({
  path: '/jobs',
  search: jobsSearch,
  component: lazyRouteComponent(() => import('./jobs-screen.tsx'), 'JobsScreen'),
  title: 'console.shell.screen.jobs',
  icon: ListChecks,
  order: 39,
  call: 'getOperatorJobs',
  messages: ['jobs'],
});
