import { Button, buttonClass, cx, Sheet } from '@candor/ui';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { Avatar } from '../common/avatar.tsx';
import { useServices, useSignedIn, useUser } from '../data/index.ts';
import { accountEntries } from './account-entries.ts';
import { EntryGroups } from './entry-link.tsx';
import { LanguageField } from './language-menu.tsx';
import { LoginLink } from './login-link.tsx';
import { type MenuEntry, usePlan } from './plan.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { useMenu } from './use-menu.ts';

function Group({ titleId, entries }: { titleId: string; entries: readonly MenuEntry[] }) {
  return (
    <section className="border-t py-3">
      <h2 className="pb-1 text-12 text-ink-3">
        <FormattedMessage id={titleId} />
      </h2>
      <EntryGroups entries={entries} listClass="grid grid-cols-2 gap-x-4" linkClass="min-h-11 text-16" />
    </section>
  );
}

interface PhoneMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSupport: () => void;
}

/** The whole menu as a sheet, for phones and narrow windows. Going somewhere closes it. */
export function PhoneMenu({ open, onOpenChange, onSupport }: PhoneMenuProps) {
  const { session } = useServices();
  const signedIn = useSignedIn();
  const user = useUser();
  const plan = usePlan();
  const products = useMenu('top').flatMap((entry) => entry.children ?? [entry]);
  const href = useRouterState({ select: (state) => state.location.href });
  const openedAt = useRef(href);
  useEffect(() => {
    if (openedAt.current === href) return;
    openedAt.current = href;
    onOpenChange(false);
  }, [href, onOpenChange]);

  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={
        signedIn ? (
          <span className="flex items-center gap-2">
            <Avatar src={user?.avatar ?? null} className="size-7" />
            {user?.maskedAccount ?? '--'}
          </span>
        ) : (
          <FormattedMessage id="shell.menu" />
        )
      }
      aside={<ThemeSwitch />}
    >
      <Group titleId="shell.products" entries={products} />
      {signedIn && <Group titleId="shell.assets" entries={plan.menu('assets')} />}
      {signedIn && <Group titleId="shell.account" entries={accountEntries(plan, user)} />}
      <div className="flex flex-col gap-4 border-t pt-4">
        <LanguageField />
        <div className="flex flex-wrap gap-3 *:flex-1">
          <Button variant="quiet" onClick={onSupport}>
            <FormattedMessage id="shell.support" />
          </Button>
          {signedIn ? (
            <Button
              variant="quiet"
              onClick={() => {
                onOpenChange(false);
                void session.logout();
              }}
            >
              <FormattedMessage id="shell.logout" />
            </Button>
          ) : (
            <LoginLink className={cx(buttonClass('quiet'))}>
              <FormattedMessage id="shell.login" />
            </LoginLink>
          )}
        </div>
      </div>
    </Sheet>
  );
}
