import { CandlestickChart } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { symbolsSearch } from './search.ts';

export const symbolsDesk = desk({
  path: '/markets',
  search: symbolsSearch,
  component: lazyPage(() => import('./symbols-screen.tsx'), 'SymbolsScreen'),
  title: 'console.shell.screen.symbols',
  icon: CandlestickChart,
  order: 20,
  call: 'getOperatorSymbols',
  messages: ['symbols'],
});
