import { Scale } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';

export const correctionsDesk = desk({
  path: '/corrections',
  component: lazyPage(() => import('./corrections-screen.tsx'), 'CorrectionsScreen'),
  title: 'console.shell.screen.corrections',
  icon: Scale,
  order: 32,
  call: 'correctBalance',
  messages: ['corrections'],
});
