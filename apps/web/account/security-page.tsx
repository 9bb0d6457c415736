import { ErrorState, Skeleton, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { wordsOf } from '../common/error-words.ts';
import { useSecurity } from '../data/index.ts';
import { AccountNotices } from '../shell/account-notices.tsx';
import { AccountPage } from '../shell/account-page.tsx';
import { AntiPhishing } from './anti-phishing.tsx';
import { Authenticator } from './authenticator.tsx';
import { Contacts } from './contacts.tsx';
import { Devices } from './devices.tsx';
import { Logins } from './logins.tsx';
import { Passkeys } from './passkeys.tsx';
import { Passwords } from './passwords.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Section } from './section.tsx';
import { SetUpLeft } from './setup/setup-left.tsx';

function Settings() {
  const text = useText();
  const intl = useIntl();
  const query = useSecurity();
  const security = query.data;
  if (security === undefined && query.isError)
    return (
      <ErrorState
        title={text('account.security.failed')}
        text={wordsOf(intl, query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  if (security === undefined) return <Skeleton className="h-120 max-w-180" />;
  return (
    <>
      <AccountNotices security={security} />
      <SetUpLeft security={security} />
      <Section title={text('account.factors.title')} text={text('account.factors.text')}>
        <div>
          <Authenticator security={security} />
          <Passkeys security={security} />
          <RecoveryCodes security={security} />
        </div>
      </Section>
      <Section title={text('account.password.title')}>
        <Passwords security={security} />
      </Section>
      <Section title={text('account.contact.title')}>
        <Contacts security={security} />
      </Section>
      <Section title={text('account.mails.title')}>
        <AntiPhishing security={security} />
      </Section>
    </>
  );
}

/** The security settings of the user's account. */
export function SecurityPage() {
  const text = useText();
  return (
    <AccountPage current="security">
      <div className="flex flex-col gap-8">
        <h1 className="text-20 font-semibold">{text('menu.security')}</h1>
        <Settings />
        <Devices />
        <Logins />
      </div>
    </AccountPage>
  );
}
