import { Loaded, Skeleton, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { queryKeys, useClient, useSecurity, useUser } from '../data/index.ts';
import { AccountNotices } from '../shell/account-notices.tsx';
import { AccountPage } from '../shell/account-page.tsx';
import { Devices } from './devices.tsx';
import { Logins } from './logins.tsx';
import { Section } from './section.tsx';
import { SettingLink } from './setting-link.tsx';
import type { SettingName } from './settings.tsx';
import { SetUpLeft } from './setup/setup-left.tsx';

/** The sections of the page with their settings. */
const sections = [
  {
    title: 'account.factors.title',
    text: 'account.factors.text',
    settings: ['google', 'passkeys', 'recovery-codes'],
  },
  { title: 'account.password.title', text: null, settings: ['login-pwd', 'trade-pwd'] },
  { title: 'account.contact.title', text: null, settings: ['email', 'phone'] },
  { title: 'account.mails.title', text: null, settings: ['anti-code'] },
] as const satisfies readonly {
  readonly title: string;
  readonly text: string | null;
  readonly settings: readonly SettingName[];
}[];

function Settings() {
  const text = useText();
  const client = useClient();
  const query = useSecurity();
  const { data: info } = useQuery({ queryKey: queryKeys.contacts, queryFn: () => client.call('getInfo') });
  // what the session knows of its user stands at once, so that nothing moves when the answer comes
  const known = useUser();
  const contacts = info?.user ?? known ?? { email: null, phone: null };
  return (
    <Loaded
      query={query}
      data={query.data}
      failedTitle={text('account.security.failed')}
      skeleton={<Skeleton className="h-120" />}
    >
      {(security) => (
        <>
          <AccountNotices security={security} />
          <SetUpLeft security={security} />
          {sections.map(({ title, text: words, settings }) => (
            <Section key={title} title={text(title)} {...(words === null ? {} : { text: text(words) })}>
              <ul className="-mt-4 flex flex-col divide-y">
                {settings.map((name) => (
                  <SettingLink key={name} name={name} security={security} contacts={contacts} />
                ))}
              </ul>
            </Section>
          ))}
        </>
      )}
    </Loaded>
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
