import { Badge, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { Security } from '../data/index.ts';
import { accountSettings, type Contacts, type SettingName, type SettingState } from './settings.tsx';

/** The state of a setting in words. */
export function StateText({ state }: { readonly state: SettingState }) {
  const text = useText();
  if (state === null) return null;
  if (state === 'on') return <Badge>{text('account.state.on')}</Badge>;
  if (state === 'none') return <span className="text-ink-3">{text('account.info.none')}</span>;
  if ('codesLeft' in state) return <Badge>{text('account.recovery.left', { count: state.codesLeft })}</Badge>;
  return <span className="figure wrap-anywhere whitespace-normal!">{state.value}</span>;
}

/** One line of the security settings: its name, what it is for, its state. The whole line leads to its page. */
export function SettingLink({
  name,
  security,
  contacts,
}: {
  readonly name: SettingName;
  readonly security: Security;
  readonly contacts: Contacts;
}) {
  const text = useText();
  const setting = accountSettings[name];
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_1rem] items-center gap-x-4 gap-y-2 py-4 transition-colors hover:bg-ground sm:grid-cols-[minmax(0,1fr)_auto_1rem]">
      <div className="flex min-w-0 flex-col gap-1">
        <h3 className="text-14 font-semibold">
          <Link
            to="/account/center/security/setting/$setting"
            params={{ setting: name }}
            className="after:absolute after:inset-0"
          >
            {text(setting.title)}
          </Link>
        </h3>
        <p className="max-w-160 text-13 text-ink-2">{text(setting.text)}</p>
      </div>
      <span className="text-13 text-ink-2 empty:hidden max-sm:col-start-1 max-sm:row-start-2 sm:max-w-60 sm:text-end">
        <StateText state={setting.state(security, contacts)} />
      </span>
      <ChevronRight
        aria-hidden="true"
        className="size-4 text-ink-3 max-sm:col-start-2 max-sm:row-start-1 sm:col-start-3"
        strokeWidth={1.75}
      />
    </li>
  );
}
