import { Network } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';

export const referralDesk = desk({
  path: '/referral',
  component: lazyPage(() => import('./referral-screen.tsx'), 'ReferralScreen'),
  title: 'console.shell.screen.referral',
  icon: Network,
  order: 34,
  call: 'getOperatorReferral',
  messages: ['referral'],
});
