import { lazyRouteComponent } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { desk } from '../shell/desk.ts';

export const contentDesk = desk({
  path: '/content',
  component: lazyRouteComponent(() => import('./content-screen.tsx'), 'ContentScreen'),
  title: 'console.shell.screen.content',
  icon: Menu,
  order: 38,
  call: 'getOperatorContent',
  messages: ['content'],
});
