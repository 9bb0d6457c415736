import { EmptyState, linkClass, useText } from '@candor/ui';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSignedIn } from '../data/index.ts';
import { BankCardPanel } from './bank/bank-card.tsx';
import { Payments } from './bank/payments.tsx';
import { AdvancedCheck } from './kyc/advanced-form.tsx';
import { Levels } from './kyc/levels.tsx';
import { PrimaryForm } from './kyc/primary-form.tsx';
import { type UserKey, userKeys } from './search.ts';
import { TermsPanel } from './terms-panel.tsx';

const route = getRouteApi('/shell/user/index');

/** Panels that are pages of their own, or not open yet. */
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

function AllPanels() {
  const text = useText();
  return (
    <ul className="flex max-w-120 flex-col divide-y border-y">
      {userKeys
        .filter((key) => key !== 'all')
        .map((key) => (
          <li key={key} className="py-3">
            <Link to="/user/index" search={{ key }} className={linkClass}>
              {text(key === 'termsService' ? 'menu.terms' : `kyc.panel.${key}`)}
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** The user centre; `key` chooses the panel. */
export function UserCentrePage() {
  const text = useText();
  const isSignedIn = useSignedIn();
  const { key = 'all' } = route.useSearch();
  if (key === 'termsService')
    return (
      <div className="mx-auto flex w-full max-w-330 flex-1 flex-col gap-6 px-4 pt-6 pb-16 sm:px-5 lg:pt-8">
        <h1 className="text-20 font-semibold">{text('menu.terms')}</h1>
        <TermsPanel isSignedIn={isSignedIn} />
      </div>
    );
  // the session ended just now: the shell leads away
  if (!isSignedIn) return null;
  if (key === 'helper')
    return (
      <div className="mx-auto flex w-full max-w-330 flex-1 flex-col gap-6 px-4 pt-6 pb-16 sm:px-5 lg:pt-8">
        <h1 className="text-20 font-semibold">{text('kyc.panel.helper')}</h1>
        <EmptyState
          className="max-w-180 border-y"
          title={text('account.place.helper')}
          text={text('account.place.helper.text')}
        />
      </div>
    );
  if (key === 'tardPwd' || key === 'loginPwd')
    return (
      <Navigate to="/account/center/security/setting/$setting" params={{ setting: settings[key] }} replace />
    );
  return (
    <div className="mx-auto flex w-full max-w-330 flex-1 flex-col gap-6 px-4 pt-6 pb-16 sm:px-5 lg:pt-8">
      <h1 className="text-20 font-semibold">{text(`kyc.panel.${key}`)}</h1>
      {key === 'all' ? <AllPanels /> : panels[key]()}
    </div>
  );
}
