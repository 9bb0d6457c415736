import { buttonClass, cx, IconButton, Logo, Menu, MenuItem, MenuSeparator } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { ChevronDown, LogOut, Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Avatar } from '../common/avatar.tsx';
import { LostDialog, lazyPart } from '../common/lazy-part.tsx';
import { useServices, useSignedIn, useUser } from '../data/index.ts';
import { accountEntries } from './account-entries.ts';
import { Bell } from './bell.tsx';
import { BarLink, EntryText, entryLink, NotOpenLabel } from './entry-link.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { LazySupportDialog } from './lazy-support.tsx';
import { LoginLink } from './login-link.tsx';
import { OnceOpened } from './once-opened.tsx';
import { type MenuEntry, usePlan } from './plan.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { useMenu } from './use-menu.ts';

const PhoneMenu = lazyPart(async () => (await import('./phone-menu.tsx')).PhoneMenu, LostDialog);

const triggerClass =
  'flex h-9 items-center gap-1 rounded-base px-2 text-14 whitespace-nowrap text-ink-2 transition-colors hover:text-ink data-popup-open:text-ink touch:h-11';

/** A button of the bar that opens a list. */
function DropButton({ children, ...rest }: React.ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={triggerClass}>
      {children}
      <ChevronDown aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
    </button>
  );
}

function EntryItems({ entries }: { entries: readonly MenuEntry[] }) {
  return entries.map((entry) => (
    <MenuItem key={entry.id} link={entryLink(entry)}>
      <span className={cx('flex items-baseline justify-between gap-4', !entry.open && 'text-ink-3')}>
        <span>
          <EntryText entry={entry} />
        </span>{' '}
        {!entry.open && <NotOpenLabel />}
      </span>
    </MenuItem>
  ));
}

/** The menu bar's product entries, for wide screens. */
function ProductMenu() {
  const intl = useIntl();
  return (
    <nav
      aria-label={intl.formatMessage({ id: 'shell.mainMenu' })}
      className="hidden min-w-0 items-center gap-1 xl:flex"
    >
      {useMenu('top').map((entry) =>
        entry.children === undefined ? (
          <BarLink key={entry.id} entry={entry} />
        ) : (
          <Menu
            key={entry.id}
            openOnHover
            trigger={
              <DropButton>
                <EntryText entry={entry} />
              </DropButton>
            }
          >
            <EntryItems entries={entry.children} />
          </Menu>
        ),
      )}
    </nav>
  );
}

function AssetsDropdown() {
  return (
    <Menu
      openOnHover
      align="end"
      trigger={
        <DropButton>
          <FormattedMessage id="shell.assets" />
        </DropButton>
      }
    >
      <EntryItems entries={usePlan().menu('assets')} />
    </Menu>
  );
}

function AccountDropdown() {
  const { session } = useServices();
  const user = useUser();
  return (
    <Menu
      openOnHover
      align="end"
      trigger={
        <DropButton data-testid="account-menu">
          <Avatar src={user?.avatar ?? null} className="size-6" />
          <span className="max-w-32 truncate font-medium text-ink">{user?.maskedAccount ?? '--'}</span>
        </DropButton>
      }
    >
      <EntryItems entries={accountEntries(usePlan(), user)} />
      <MenuSeparator />
      <MenuItem
        icon={<LogOut aria-hidden="true" className="size-4" strokeWidth={1.75} />}
        onSelect={() => void session.logout()}
      >
        <FormattedMessage id="shell.logout" />
      </MenuItem>
    </Menu>
  );
}

function VisitorButtons() {
  return (
    <>
      <LoginLink className={cx(buttonClass('plain'), 'max-sm:hidden')}>
        <FormattedMessage id="shell.login" />
      </LoginLink>
      <Link
        to="/user/register"
        className={cx(buttonClass('primary'), 'max-sm:h-9 max-sm:min-h-9 max-sm:px-3')}
      >
        <FormattedMessage id="shell.register" />
      </Link>
    </>
  );
}

/** The bar at the top of every page but those of login and registration. */
export function TopBar({ wide }: { wide: boolean }) {
  const intl = useIntl();
  const signedIn = useSignedIn();
  const [menuOpen, setMenuOpen] = useState(false);
  const [supportOpen, setSupportOpen] = useState(false);
  return (
    <header className="sticky top-0 z-20 h-14 border-b bg-paper">
      <div className={cx('flex h-full items-center gap-6 px-4 sm:px-5', !wide && 'mx-auto max-w-330')}>
        <Link
          to="/home/index"
          aria-label={intl.formatMessage({ id: 'shell.homeLink' })}
          className="flex shrink-0 items-center rounded-base touch:min-h-11"
        >
          <Logo />
        </Link>
        <ProductMenu />
        <div className="ml-auto flex items-center gap-1">
          {signedIn && (
            <div className="hidden items-center gap-1 md:flex">
              <AssetsDropdown />
            </div>
          )}
          <button
            type="button"
            className={cx(triggerClass, 'hidden md:max-xl:flex min-[84rem]:flex')}
            onClick={() => setSupportOpen(true)}
          >
            <FormattedMessage id="shell.support" />
          </button>
          <div className="hidden items-center sm:flex">
            <LanguageMenu />
            <ThemeSwitch />
          </div>
          {signedIn && <Bell />}
          {signedIn && (
            <div className="hidden md:flex">
              <AccountDropdown />
            </div>
          )}
          {!signedIn && <VisitorButtons />}
          <IconButton
            label={intl.formatMessage({ id: 'shell.openMenu' })}
            className="-mr-2 xl:hidden"
            aria-expanded={menuOpen}
            onClick={() => setMenuOpen(true)}
          >
            <MenuIcon aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </IconButton>
        </div>
      </div>
      <OnceOpened open={menuOpen}>
        <PhoneMenu
          open={menuOpen}
          onOpenChange={setMenuOpen}
          onSupport={() => {
            setMenuOpen(false);
            setSupportOpen(true);
          }}
        />
      </OnceOpened>
      <OnceOpened open={supportOpen}>
        <LazySupportDialog open={supportOpen} onOpenChange={setSupportOpen} />
      </OnceOpened>
    </header>
  );
}
