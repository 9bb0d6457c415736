import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { marketsQuery, type Services } from '../data/index.ts';
import { HomePage } from '../home/home-page.tsx';
import { ClosedPage } from '../shell/closed-page.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { redirectOf } from '../shell/redirects.ts';
import { Shell } from '../shell/shell.tsx';
import { assetsSearch, loginSearch, quotesSearch, registerSearch, tradeSearch } from './search.ts';

interface RouterContext {
  readonly services: Services;
}

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet });

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });

const home = createRoute({
  getParentRoute: () => shell,
  path: '/home/index',
  loader: ({ context: { services } }) => {
    const signedIn = services.session.store.getState().token !== null;
    void services.queries.prefetchQuery(marketsQuery(services.client, signedIn));
  },
  component: HomePage,
});

const quotes = createRoute({
  getParentRoute: () => shell,
  path: '/quotes/index',
  validateSearch: quotesSearch,
  component: lazyRouteComponent(() => import('../quotes/quotes-page.tsx'), 'QuotesPage'),
});

const trade = createRoute({
  getParentRoute: () => shell,
  path: '/trade/index',
  validateSearch: tradeSearch,
  component: lazyRouteComponent(() => import('./trade-route.tsx'), 'TradeRoute'),
});

const fees = createRoute({
  getParentRoute: () => shell,
  path: '/rate/index',
  component: lazyRouteComponent(() => import('../fees/fees-page.tsx'), 'FeesPage'),
});

/** Visitors log in first and then come back. */
function requireLogin({ context, location }: { context: RouterContext; location: { href: string } }): void {
  if (context.services.session.store.getState().token === null) {
    throw redirect({ to: '/user/login', search: { from: location.href } });
  }
}

const assets = createRoute({
  getParentRoute: () => shell,
  path: '/assets/index',
  validateSearch: assetsSearch,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../assets/assets-page.tsx'), 'AssetsPage'),
});

const security = createRoute({
  getParentRoute: () => shell,
  path: '/account/center/security',
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../account/security-page.tsx'), 'SecurityPage'),
});

/** Whoever is logged in has no use for these forms. */
function onlyVisitors({ context }: { context: RouterContext }): void {
  if (context.services.session.store.getState().token !== null) throw redirect({ to: '/home/index' });
}

const login = createRoute({
  getParentRoute: () => shell,
  path: '/user/login',
  validateSearch: loginSearch,
  beforeLoad: onlyVisitors,
  component: lazyRouteComponent(() => import('../user/login-page.tsx'), 'LoginPage'),
});

const register = createRoute({
  getParentRoute: () => shell,
  path: '/user/register',
  validateSearch: registerSearch,
  beforeLoad: onlyVisitors,
  component: lazyRouteComponent(() => import('../user/register-page.tsx'), 'RegisterPage'),
});

/** Everything else: an invitation, a product that is not open yet, or an unknown address. */
const rest = createRoute({
  getParentRoute: () => shell,
  path: '/$',
  beforeLoad: ({ location }) => {
    const next = redirectOf(location.pathname);
    if (next === null) return;
    if (next.to === '/user/register') {
      throw redirect({
        to: '/user/register',
        search: next.inviteCode === null ? {} : { invite_code: next.inviteCode },
        replace: true,
      });
    }
    throw redirect({ to: '/home/index', replace: true });
  },
  component: ClosedPage,
});

const routeTree = root.addChildren([
  shell.addChildren([home, quotes, trade, fees, assets, security, login, register, rest]),
]);

/** The app's router; addresses and their search keys are the spec's. */
export function createAppRouter(services: Services) {
  return createRouter({
    routeTree,
    context: { services },
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
