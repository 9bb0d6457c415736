import type { Catalogue, CustomerRoom } from '@candor/i18n';
import { appStarted, readSearch } from '@candor/ui';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import type { Services } from '../data/index.ts';
import { ClosedPage } from '../shell/closed-page.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { PlanProvider } from '../shell/plan.ts';
import { redirectOf } from '../shell/redirects.ts';
import type { Guard, Preloaded, Screen } from '../shell/screen.ts';
import { Shell } from '../shell/shell.tsx';
import { plan, screens } from './screens.ts';

interface RouterContext {
  readonly services: Services;
  readonly catalogue: Catalogue<CustomerRoom>;
}

/** The first page, or its error page, takes the place of the start. */
function Root() {
  useLayoutEffect(appStarted, []);
  return <Outlet />;
}

const root = createRootRouteWithContext<RouterContext>()({ component: Root });

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: () => (
    <PlanProvider value={plan}>
      <Shell />
    </PlanProvider>
  ),
});

interface Entered {
  readonly context: RouterContext;
  readonly location: { readonly href: string };
}

/** Keeps out whom the screen is not for: visitors log in first and then come back. */
function enter(guard: Guard, { context, location }: Entered): void {
  const isVisitor = context.services.session.store.getState().token === null;
  if (guard === 'users' && isVisitor) {
    throw redirect({ to: '/user/login', search: { from: location.href } });
  }
  if (guard === 'visitors' && !isVisitor) throw redirect({ to: '/home/index' });
}

/** Loads code and words of an address before the router shows it, so that nothing moves or flashes when it is there. */
async function loadParts<Search extends object>(
  screen: Screen<string, Search>,
  search: Search,
  { catalogue }: RouterContext,
): Promise<void> {
  const parts: readonly Preloaded[] = [screen.component, ...(screen.parts?.(search) ?? [])];
  await Promise.all([catalogue.load(screen.messages(search)), ...parts.map(({ preload }) => preload?.())]);
}

function routeOf<const Path extends string, Search extends object>(screen: Screen<Path, Search>) {
  return createRoute({
    getParentRoute: () => shell,
    path: screen.path,
    validateSearch: (raw: Record<string, unknown>): Search => readSearch(screen.search, raw),
    beforeLoad: (entered) => {
      enter(screen.guard(entered.search as Search), entered);
      // not in the loader, which the router runs beside the old page when only the search changes
      return loadParts(screen, entered.search as Search, entered.context);
    },
    component: screen.component,
  });
}

type RoutesOf<Screens extends readonly unknown[]> = {
  -readonly [Index in keyof Screens]: Screens[Index] extends Screen<infer Path, infer Search>
    ? ReturnType<typeof routeOf<Path, Search>>
    : never;
};

// `map` forgets which screen stands where; the type of each route follows from its screen
const routes = screens.map((screen) => routeOf<string, object>(screen)) as unknown as RoutesOf<
  typeof screens
>;

/** Everything else: an invitation, a product that is not open yet, or an unknown address. */
const rest = createRoute({
  getParentRoute: () => shell,
  path: '/$',
  beforeLoad: ({ location }) => {
    const next = redirectOf(location.pathname, plan);
    if (next === null) return;
    if (next.to === '/user/register') {
      throw redirect({
        to: '/user/register',
        search: next.inviteCode === null ? {} : { invite_code: next.inviteCode },
        replace: true,
      });
    }
    throw redirect({ href: next.to, replace: true });
  },
  component: ClosedPage,
});

const routeTree = root.addChildren([shell.addChildren([...routes, rest])]);

/** The app's router; addresses and their search keys are the spec's. */
export function createAppRouter(services: Services, catalogue: Catalogue<CustomerRoom>) {
  return createRouter({
    routeTree,
    context: { services, catalogue },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    defaultPendingMs: 200,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
