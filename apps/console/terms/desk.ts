import { FileText } from 'lucide-react';
import { desk } from '../shell/desk.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { termsSearch } from './search.ts';

export const termsDesk = desk({
  path: '/terms',
  search: termsSearch,
  component: lazyPage(() => import('./terms-screen.tsx'), 'TermsScreen'),
  title: 'console.shell.screen.terms',
  icon: FileText,
  order: 36,
  call: 'getOperatorTerms',
  messages: ['terms'],
});
