import { Loaded, loneLinkClass, Skeleton, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queryKeys, type Security, useClient, useSecurity } from '../data/index.ts';
import { AccountNotices } from '../shell/account-notices.tsx';
import { AccountPage } from '../shell/account-page.tsx';
import { FormFrame } from './form-frame.tsx';
import { useHoldText } from './hold-text.ts';
import { StateText } from './setting-link.tsx';
import { type AccountSetting, type Contacts, settingOf } from './settings.tsx';

const route = getRouteApi('/shell/account/center/security/setting/$setting');

interface ShownProps {
  readonly setting: AccountSetting;
  readonly security: Security;
  readonly contacts: Contacts;
}

function Shown({ setting, security, contacts }: ShownProps) {
  const text = useText();
  const holdText = useHoldText();
  const navigate = useNavigate();
  const { stays = false, holds } = setting;
  const state = setting.state(security, contacts);
  // an act that leads away changes the state before it does, and what was said of it stays
  const [wasFirst] = useState(state === 'none');
  return (
    <FormFrame
      about={
        <>
          <p>{text(setting.text)}</p>
          {state !== null && (
            <p className="text-ink">
              <StateText state={state} />
            </p>
          )}
          {holds && <p>{holdText(security, stays ? state === 'none' : wasFirst)}</p>}
        </>
      }
    >
      {setting.form({
        security,
        onDone: () => {
          if (!stays) void navigate({ to: '/account/center/security' });
        },
      })}
    </FormFrame>
  );
}

/** One security setting on a page of its own, its form at once; an unknown one leads to all of them. */
export function SettingPage() {
  const client = useClient();
  const text = useText();
  const { setting: name } = route.useParams();
  const query = useSecurity();
  const info = useQuery({ queryKey: queryKeys.contacts, queryFn: () => client.call('getInfo') });
  const setting = settingOf(name);
  if (setting === null) return <Navigate to="/account/center/security" replace />;
  const known =
    query.data === undefined || info.data === undefined
      ? undefined
      : { security: query.data, contacts: info.data.user };
  return (
    <AccountPage current="security">
      <div className="flex flex-col gap-6">
        <Link to="/account/center/security" className={`${loneLinkClass} self-start text-14`}>
          {text('menu.security')}
        </Link>
        <h1 className="text-20 font-semibold">{text(setting.title)}</h1>
        <Loaded
          query={query.isError ? query : info}
          data={known}
          failedTitle={text('account.security.failed')}
          skeleton={<Skeleton className="h-80" />}
        >
          {({ security, contacts }) => (
            <>
              <AccountNotices security={security} />
              <Shown key={name} setting={setting} security={security} contacts={contacts} />
            </>
          )}
        </Loaded>
      </div>
    </AccountPage>
  );
}
