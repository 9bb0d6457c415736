import { EmptyState } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  useLocation,
  useRouter,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useOperator } from './data/session.ts';
import { AccountScreen } from './screens/account.tsx';
import { DashboardScreen } from './screens/dashboard.tsx';
import { LogScreen } from './screens/log.tsx';
import { LoginScreen } from './screens/login.tsx';
import { SecondsScreen } from './screens/seconds.tsx';
import { type ScreenName, SignedIn, screens } from './screens/signed-in.tsx';
import { SymbolsScreen } from './screens/symbols.tsx';

function screenAt(path: string): ScreenName | null {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const found = Object.entries(screens).find(([, address]) => address === plain);
  return (found?.[0] as ScreenName | undefined) ?? null;
}

/** The login until somebody is signed in, at whatever address: it stays, so a login leads to the screen asked for. */
function Frame() {
  const operator = useOperator();
  const queries = useQueryClient();
  const { history } = useRouter();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const signedIn = operator !== null;
  useEffect(() => {
    if (!signedIn) queries.clear();
  }, [signedIn, queries]);
  if (operator === null) return <LoginScreen />;
  return (
    <SignedIn
      operator={operator}
      screen={screenAt(path)}
      onScreenChange={(next) => history.push(screens[next])}
    >
      <Outlet />
    </SignedIn>
  );
}

function NotFound() {
  return <EmptyState title={useIntl().formatMessage({ id: 'console.notFound' })} />;
}

const rootRoute = createRootRoute({ component: Frame, notFoundComponent: NotFound });

const routeTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: screens.dashboard, component: DashboardScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: screens.symbols, component: SymbolsScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: screens.seconds, component: SecondsScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: screens.log, component: LogScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: screens.account, component: AccountScreen }),
]);

/** The console's router: every screen has an address, and the browser's history goes through them. */
export function createConsoleRouter() {
  return createRouter({ routeTree });
}
