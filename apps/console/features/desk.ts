import { Globe } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';

export const featuresDesk = desk({
  path: '/features',
  component: lazyPage(() => import('./features-screen.tsx'), 'FeaturesScreen'),
  title: 'console.shell.screen.features',
  icon: Globe,
  order: 37,
  call: 'getOperatorFeatures',
  messages: ['features'],
});
