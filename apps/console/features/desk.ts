import { lazyRouteComponent } from '@tanstack/react-router';
import { Globe } from 'lucide-react';
import { desk } from '../shell/desk.ts';

export const featuresDesk = desk({
  path: '/features',
  component: lazyRouteComponent(() => import('./features-screen.tsx'), 'FeaturesScreen'),
  title: 'console.shell.screen.features',
  icon: Globe,
  order: 37,
  call: 'getOperatorFeatures',
  messages: ['features'],
});
