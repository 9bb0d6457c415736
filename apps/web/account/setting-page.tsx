import { linkClass, Skeleton, useText } from '@candor/ui';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Security, useSecurity } from '../data/index.ts';
import { AccountNotices } from '../shell/account-notices.tsx';
import { AccountPage } from '../shell/account-page.tsx';
import { AntiPhishing } from './anti-phishing.tsx';
import { Authenticator } from './authenticator.tsx';
import { Contacts } from './contacts.tsx';
import { Passwords } from './passwords.tsx';
import { SettingHeading } from './section.tsx';

const route = getRouteApi('/shell/account/center/security/setting/$setting');

/** The settings that have a page of their own, with the id of its heading. */
const settings: Readonly<
  Record<string, { readonly title: string; readonly show: (security: Security) => ReactNode }>
> = {
  phone: {
    title: 'account.contact.phone',
    show: (security) => <Contacts security={security} only="phone" />,
  },
  email: {
    title: 'account.contact.email',
    show: (security) => <Contacts security={security} only="email" />,
  },
  google: { title: 'account.authenticator.title', show: (security) => <Authenticator security={security} /> },
  'login-pwd': {
    title: 'account.password.login',
    show: (security) => <Passwords security={security} only="login" />,
  },
  'trade-pwd': {
    title: 'account.password.fund',
    show: (security) => <Passwords security={security} only="fund" />,
  },
  'anti-code': {
    title: 'account.antiPhishing.title',
    show: (security) => <AntiPhishing security={security} />,
  },
};

/** One security setting on a page of its own; an unknown one leads to all of them. */
export function SettingPage() {
  const text = useText();
  const { setting } = route.useParams();
  const security = useSecurity().data;
  const found = Object.hasOwn(settings, setting) ? settings[setting] : undefined;
  if (found === undefined) return <Navigate to="/account/center/security" replace />;
  return (
    <AccountPage current="security">
      <div className="flex max-w-180 flex-col gap-6">
        <Link to="/account/center/security" className={`${linkClass} self-start text-14`}>
          {text('menu.security')}
        </Link>
        <h1 className="text-20 font-semibold">{text(found.title as 'menu.security')}</h1>
        {security === undefined ? (
          <Skeleton className="h-24" />
        ) : (
          <>
            <AccountNotices security={security} />
            <SettingHeading value="h2">{found.show(security)}</SettingHeading>
          </>
        )}
      </div>
    </AccountPage>
  );
}
