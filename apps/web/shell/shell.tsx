import { cx, toasts } from '@candor/ui';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useServices } from '../data/index.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { OperationsBar } from './operations-bar.tsx';
import { useTheme } from './theme-switch.tsx';
import { TopBar } from './top-bar.tsx';
import { shellPartsOf } from './visibility.ts';

/** A lost session leads where the reason says: 401 to the start, an invalid token to the login. */
function useSignedOutRedirect(): void {
  const services = useServices();
  const navigate = useNavigate();
  const intl = useIntl();
  useEffect(
    () =>
      services.onSignedOut((reason) => {
        if (reason !== 'logout') toasts.error(intl.formatMessage({ id: 'error.SIGNED_OUT' }));
        void navigate({ to: reason === 'token-invalid' ? '/user/login' : '/' });
      }),
    [services, navigate, intl],
  );
}

/** A device that is back online does not wait for the next try, and one that went offline shows it at once. */
function useNetwork(): void {
  const { market, account } = useServices();
  useEffect(() => {
    const wake = () => {
      market.wake();
      account.wake();
    };
    window.addEventListener('online', wake);
    window.addEventListener('offline', market.lose);
    return () => {
      window.removeEventListener('online', wake);
      window.removeEventListener('offline', market.lose);
    };
  }, [market, account]);
}

/** After a change of page the keyboard and the screen reader go on at the page's beginning, not in the old menu. */
function useFocusOnPage(path: string): void {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [path]);
}

/** The frame of every page: top bar, operations bar, the page, footer, and the phone's bottom bar. */
export function Shell() {
  useTheme();
  useSignedOutRedirect();
  useNetwork();
  const { session, market } = useServices();
  useEffect(() => session.keepAlive(), [session]);
  useEffect(() => market.open(), [market]);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useFocusOnPage(path);
  const parts = shellPartsOf(path);
  const wide = path.startsWith('/trade/');
  return (
    <div className={cx('flex min-h-dvh flex-col', wide && 'lg:h-dvh')}>
      <a
        href="#content"
        className="sr-only z-50 rounded-base bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        <FormattedMessage id="shell.skipToContent" />
      </a>
      {parts.topBar && <TopBar wide={wide} />}
      {parts.topBar && <OperationsBar wide={wide} />}
      <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        <Outlet />
      </main>
      {parts.footer && <Footer />}
      {parts.bottomBar && <BottomBar />}
    </div>
  );
}
