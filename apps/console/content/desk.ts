import { Menu } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';

export const contentDesk = desk({
  path: '/content',
  component: lazyPage(() => import('./content-screen.tsx'), 'ContentScreen'),
  title: 'console.shell.screen.content',
  icon: Menu,
  order: 38,
  call: 'getOperatorContent',
  messages: ['content'],
});
