import { KeyRound } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';

export const signingDesk = desk({
  path: '/signing-keys',
  component: lazyPage(() => import('./signing-screen.tsx'), 'SigningScreen'),
  title: 'console.shell.screen.signing',
  icon: KeyRound,
  order: 80,
  call: 'getSigningKeys',
  // the word for an operator is that of the log
  messages: ['signing', 'log'],
});
