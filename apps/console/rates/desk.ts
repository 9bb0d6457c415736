import { lazyRouteComponent } from '@tanstack/react-router';
import { Banknote } from 'lucide-react';
import { desk } from '../shell/desk.ts';

export const ratesDesk = desk({
  path: '/rates',
  component: lazyRouteComponent(() => import('./rates-screen.tsx'), 'RatesScreen'),
  title: 'console.shell.screen.rates',
  icon: Banknote,
  order: 33,
  call: 'getOperatorRates',
  messages: ['rates'],
});
