import { lazyRouteComponent } from '@tanstack/react-router';
import { Scale } from 'lucide-react';
import { desk } from '../shell/desk.ts';

export const correctionsDesk = desk({
  path: '/corrections',
  component: lazyRouteComponent(() => import('./corrections-screen.tsx'), 'CorrectionsScreen'),
  title: 'console.shell.screen.corrections',
  icon: Scale,
  order: 32,
  call: 'correctBalance',
  messages: ['corrections'],
});
