import { mayCall } from '@candor/api';
import type { Catalogue, ConsoleRoom } from '@candor/i18n';
import { appStarted, EmptyState, ErrorState, LostFile, readSearch } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Outlet,
  useLocation,
} from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../data/problems.ts';
import { useOperator } from '../data/session.ts';
import { LoginScreen } from '../login/login-screen.tsx';
import { SETUP_PATH, SetupScreen } from '../login/setup-screen.tsx';
import { type Desk, deskAt } from '../shell/desk.ts';
import { Frame } from '../shell/frame.tsx';
import { desks } from './desks.ts';

interface RouterContext {
  readonly catalogue: Catalogue<ConsoleRoom>;
}

const menu = desks.toSorted((left, right) => left.order - right.order);

/** In place of a desk that the operator's role may not open. */
function NotAllowed() {
  const intl = useIntl();
  return <EmptyState title={intl.formatMessage({ id: 'error.OPERATOR_NOT_ALLOWED' })} />;
}

/** The login until somebody is signed in, at whatever address: it stays, so a login leads to the desk asked for. */
function Root() {
  const operator = useOperator();
  const queries = useQueryClient();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const signedIn = operator !== null;
  useLayoutEffect(appStarted, []);
  useEffect(() => {
    if (!signedIn) queries.clear();
  }, [signedIn, queries]);
  // a newcomer may open the link beside the session of somebody else
  if (path === SETUP_PATH) return <SetupScreen />;
  if (operator === null) return <LoginScreen />;
  const mayOpen = ({ call }: Desk) => mayCall(operator.role, call);
  const current = deskAt(menu, path);
  return (
    <Frame operator={operator} desks={menu.filter(mayOpen)} current={current}>
      {current === null || mayOpen(current) ? <Outlet /> : <NotAllowed />}
    </Frame>
  );
}

/** A desk whose code or words could not be loaded. */
function DeskFailed({ error, reset }: ErrorComponentProps) {
  const intl = useIntl();
  return (
    <ErrorState
      title={intl.formatMessage({ id: 'console.shell.failed' })}
      text={wordsOf(intl, error)}
      onRetry={error instanceof LostFile ? () => location.reload() : reset}
    />
  );
}

const root = createRootRouteWithContext<RouterContext>()({ component: Root, notFoundComponent: () => null });

function routeOf<const Path extends string, Search extends object>(desk: Desk<Path, Search>) {
  return createRoute({
    getParentRoute: () => root,
    path: desk.path,
    validateSearch: (raw: Record<string, unknown>): Search => readSearch(desk.search, raw),
    loader: ({ context }) => context.catalogue.load(desk.messages),
    component: desk.component,
    errorComponent: DeskFailed,
  });
}

type RoutesOf<Desks extends readonly unknown[]> = {
  -readonly [Index in keyof Desks]: Desks[Index] extends Desk<infer Path, infer Search>
    ? ReturnType<typeof routeOf<Path, Search>>
    : never;
};

// `map` forgets which desk stands where; the type of each route follows from its desk
const routes = desks.map((desk) => routeOf<string, object>(desk)) as unknown as RoutesOf<typeof desks>;

const routeTree = root.addChildren(routes);

/** The console's router: every desk, tab and filter has an address, and the browser's history goes through them. */
export function createConsoleRouter(catalogue: Catalogue<ConsoleRoom>) {
  return createRouter({
    routeTree,
    context: { catalogue },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingMs: 200,
  });
}
