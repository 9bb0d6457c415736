import { Banknote } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';

export const ratesDesk = desk({
  path: '/rates',
  component: lazyPage(() => import('./rates-screen.tsx'), 'RatesScreen'),
  title: 'console.shell.screen.rates',
  icon: Banknote,
  order: 33,
  call: 'getOperatorRates',
  messages: ['rates'],
});
