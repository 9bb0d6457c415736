import { useText } from '@candor/ui';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSignedIn } from '../data/index.ts';
import { AccountPage } from '../shell/account-page.tsx';
import { BankCardPanel } from './bank/bank-card.tsx';
import { Payments } from './bank/payments.tsx';
import { AdvancedCheck } from './kyc/advanced-form.tsx';
import { Levels } from './kyc/levels.tsx';
import { PrimaryForm } from './kyc/primary-form.tsx';
import { type UserKey, userKeys } from './search.ts';
import { TermsPanel } from './terms-panel.tsx';

const route = getRouteApi('/shell/user/index');

/** Panels that are pages of their own. */
type Elsewhere = 'all' | 'tardPwd' | 'loginPwd' | 'helper' | 'termsService';

const panels: Readonly<Record<Exclude<UserKey, Elsewhere>, () => ReactNode>> = {
  primary: () => <PrimaryForm />,
  advanced: () => <AdvancedCheck />,
  certified: () => <Levels />,
  bank: () => (
    <div className="flex flex-col gap-10">
      <BankCardPanel />
      <Payments />
    </div>
  ),
};

const settings = { tardPwd: 'trade-pwd', loginPwd: 'login-pwd' } as const;

/** The entry of the account menu under which a panel stands. */
const entryOf = {
  primary: 'verification',
  advanced: 'verification',
  certified: 'verification',
  bank: 'bank',
} as const;

function AllPanels() {
  const text = useText();
  return (
    <ul className="grid gap-x-12 border-t lg:grid-cols-2">
      {userKeys
        .filter((key) => key !== 'all')
        .map((key) => (
          <li key={key} className="border-b">
            <Link
              to="/user/index"
              search={{ key }}
              className="flex items-center justify-between gap-4 py-4 text-14 font-semibold transition-colors hover:bg-ground"
            >
              {text(key === 'termsService' ? 'menu.terms' : `kyc.panel.${key}`)}
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** A panel outside of the account menu, over the whole width. */
function WidePanel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-330 flex-1 flex-col gap-6 px-4 pt-6 pb-16 sm:px-5 lg:pt-8">
      <h1 className="text-20 font-semibold">{title}</h1>
      {children}
    </div>
  );
}

/** The user centre; `key` chooses the panel. */
export function UserCentrePage() {
  const text = useText();
  const isSignedIn = useSignedIn();
  const { key = 'all' } = route.useSearch();
  if (key === 'termsService')
    return (
      <WidePanel title={text('menu.terms')}>
        <TermsPanel isSignedIn={isSignedIn} />
      </WidePanel>
    );
  // the session ended just now: the shell leads away
  if (!isSignedIn) return null;
  if (key === 'tardPwd' || key === 'loginPwd')
    return (
      <Navigate to="/account/center/security/setting/$setting" params={{ setting: settings[key] }} replace />
    );
  const title = text(`kyc.panel.${key}`);
  if (key === 'helper') return <Navigate to="/loan/index" replace />;
  if (key === 'all')
    return (
      <WidePanel title={title}>
        <AllPanels />
      </WidePanel>
    );
  return (
    <AccountPage current={entryOf[key]}>
      <div className="flex flex-col gap-6">
        <h1 className="text-20 font-semibold">{title}</h1>
        {panels[key]()}
      </div>
    </AccountPage>
  );
}
