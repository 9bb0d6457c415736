import { Handshake } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { otcDeskSearch } from './search.ts';

export const otcDesk = desk({
  path: '/otc',
  search: otcDeskSearch,
  component: lazyPage(() => import('./otc-screen.tsx'), 'OtcScreen'),
  title: 'console.shell.screen.otc',
  icon: Handshake,
  order: 37,
  call: 'getOperatorOtc',
  // reasons and methods are those that users read
  // and changes of factors as the page of users has them
  messages: ['otc', 'escrow', 'facts', 'queue', 'users'],
});
