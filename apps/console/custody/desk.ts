import { Vault } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { custodySearch } from './search.ts';

export const custodyDesk = desk({
  path: '/custody',
  search: custodySearch,
  component: lazyPage(() => import('./custody-screen.tsx'), 'CustodyScreen'),
  title: 'console.shell.screen.custody',
  icon: Vault,
  order: 31,
  call: 'getCustody',
  messages: ['custody'],
});
