import { Button, Logo, Tab, TabList, TabPanel, Tabs } from '@candor/ui';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { type OperatorSession, useConsole } from '../data/session.ts';
import { TopControls } from './top-controls.tsx';

/** The screens by their addresses; each is a tab. */
export const screens = {
  dashboard: '/',
  symbols: '/markets',
  seconds: '/seconds',
  log: '/log',
  account: '/account',
} as const;
export type ScreenName = keyof typeof screens;
const names = Object.keys(screens) as ScreenName[];

export interface SignedInProps {
  readonly operator: OperatorSession;
  /** The screen of the address; null for an address without one. */
  readonly screen: ScreenName | null;
  readonly onScreenChange: (screen: ScreenName) => void;
  readonly children: ReactNode;
}

/** The console of a signed-in operator: the tabs of all screens above the one that the address names. */
export function SignedIn({ operator, screen, onScreenChange, children }: SignedInProps) {
  const intl = useIntl();
  const { signOut } = useConsole();
  return (
    <div className="mx-auto w-full max-w-330 px-4 sm:px-5">
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-1 max-sm:pt-3">
        <span className="flex items-center gap-3">
          <Logo />
          <span className="text-14 text-ink-3">{intl.formatMessage({ id: 'console.name' })}</span>
        </span>
        <span className="flex items-center gap-3">
          <TopControls />
          <span className="text-14 text-ink-2 max-sm:hidden">{operator.name}</span>
          <Button variant="plain" size="small" onClick={() => void signOut()}>
            {intl.formatMessage({ id: 'console.logout' })}
          </Button>
        </span>
      </header>
      <main>
        <h1 className="sr-only">{intl.formatMessage({ id: 'console.name' })}</h1>
        <Tabs value={screen ?? ''} onValueChange={(next) => onScreenChange(next as ScreenName)}>
          <TabList label={intl.formatMessage({ id: 'console.screens' })}>
            {names.map((each) => (
              <Tab key={each} value={each}>
                {intl.formatMessage({ id: `console.${each}.title` })}
              </Tab>
            ))}
          </TabList>
          {screen === null ? children : <TabPanel value={screen}>{children}</TabPanel>}
        </Tabs>
      </main>
    </div>
  );
}
