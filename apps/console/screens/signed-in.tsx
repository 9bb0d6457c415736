import { Button, Logo, Tab, TabList, TabPanel, Tabs } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { type OperatorSession, useConsole } from '../data/session.ts';
import { DashboardScreen } from './dashboard.tsx';
import { LogScreen } from './log.tsx';
import { SecondsScreen } from './seconds.tsx';
import { SymbolsScreen } from './symbols.tsx';
import { type LanguageProps, TopControls } from './top-controls.tsx';

const screens = ['dashboard', 'symbols', 'seconds', 'log'] as const;

/** What a signed-in operator sees: how the house stands, the symbols' states, second contracts, and everybody's acts. */
export function SignedIn({ operator, ...language }: LanguageProps & { readonly operator: OperatorSession }) {
  const intl = useIntl();
  const { signOut } = useConsole();
  const [screen, setScreen] = useState<(typeof screens)[number]>('dashboard');
  return (
    <div className="mx-auto w-full max-w-330 px-4 sm:px-5">
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-1">
        <span className="flex items-center gap-3">
          <Logo />
          <span className="text-14 text-ink-3">{intl.formatMessage({ id: 'console.name' })}</span>
        </span>
        <span className="flex items-center gap-3">
          <TopControls {...language} />
          <span className="text-14 text-ink-2 max-sm:hidden">{operator.name}</span>
          <Button variant="plain" size="small" onClick={() => void signOut()}>
            {intl.formatMessage({ id: 'console.logout' })}
          </Button>
        </span>
      </header>
      <main>
        <h1 className="sr-only">{intl.formatMessage({ id: 'console.name' })}</h1>
        <Tabs value={screen} onValueChange={setScreen}>
          <TabList label={intl.formatMessage({ id: 'console.screens' })}>
            {screens.map((each) => (
              <Tab key={each} value={each}>
                {intl.formatMessage({ id: `console.${each}.title` })}
              </Tab>
            ))}
          </TabList>
          <TabPanel value="dashboard">
            <DashboardScreen />
          </TabPanel>
          <TabPanel value="symbols">
            <SymbolsScreen />
          </TabPanel>
          <TabPanel value="seconds">
            <SecondsScreen />
          </TabPanel>
          <TabPanel value="log">
            <LogScreen />
          </TabPanel>
        </Tabs>
      </main>
    </div>
  );
}
