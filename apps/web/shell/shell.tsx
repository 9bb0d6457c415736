import { CoverContext, cx, notifications, toasts } from '@candor/ui';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useStore } from 'zustand';
import { LostDialog, lazyPart, NothingLost } from '../common/lazy-part.tsx';
import { readSupportHash } from '../common/support-texts.ts';
import { useServices, useSignedIn } from '../data/index.ts';
import { AccountBars } from './account-bars.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { LazySupportDialog } from './lazy-support.tsx';
import { OnceOpened } from './once-opened.tsx';
import { OperationsBar } from './operations-bar.tsx';
import { usePageTitle } from './page-title.ts';
import { usePlan } from './plan.ts';
import { useTheme } from './theme-switch.tsx';
import { TopBar } from './top-bar.tsx';

const NoticeToasts = lazyPart(async () => (await import('./notice-toasts.tsx')).NoticeToasts, NothingLost);
const ChatDock = lazyPart(async () => (await import('./chat/chat-dock.tsx')).ChatDock, NothingLost);
const StepUpDialog = lazyPart(async () => (await import('./step-up-dialog.tsx')).StepUpDialog, LostStepUp);

/** In place of the step-up's lost code: the acts that wait are left, so that their forms answer. */
function LostStepUp() {
  const { stepUps } = useServices();
  const isOpen = useStore(stepUps.store, (state) => state.waiting.length > 0 || state.asksToSetUp);
  const leave = () => {
    stepUps.leave();
    stepUps.askToSetUp(false);
  };
  return <LostDialog open={isOpen} onOpenChange={leave} />;
}

/** The end of a session leads to the start, and says so unless the user left. */
function useSignedOutRedirect(): void {
  const services = useServices();
  const navigate = useNavigate();
  const intl = useIntl();
  useEffect(
    () =>
      services.onSignedOut((reason) => {
        notifications.clear();
        if (reason !== 'logout') toasts.error(intl.formatMessage({ id: 'shell.sessionEnded' }));
        void navigate({ to: '/' });
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

/** Sets the window's title by the screen that is shown, not by the one that is on its way. */
function ScreenTitle() {
  const plan = usePlan();
  const id = useRouterState({
    select: ({ matches }) => {
      const shown = matches.at(-1);
      return shown === undefined ? null : plan.titleAt(shown.pathname, { ...shown.search });
    },
  });
  usePageTitle(id);
  return null;
}

/** The support dialog of an address that ends in `#support`, which mails and errors link to. */
function SupportAtHash() {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const navigate = useNavigate();
  const subject = readSupportHash(hash);
  const open = subject !== null;
  const change = (isOpen: boolean) => {
    if (!isOpen) void navigate({ to: '.', search: true, hash: '', replace: true });
  };
  return (
    <OnceOpened open={open}>
      <LazySupportDialog open={open} onOpenChange={change} {...(subject === null ? {} : { subject })} />
    </OnceOpened>
  );
}

/** The frame of every page: top bar, operations bar, the page, footer, and the phone's bottom bar. */
export function Shell() {
  useTheme();
  useSignedOutRedirect();
  useNetwork();
  const { session, market, stepUps } = useServices();
  const asksForFactors = useStore(stepUps.store, (state) => state.waiting.length > 0 || state.asksToSetUp);
  useEffect(() => session.keepAlive(), [session]);
  useEffect(() => market.open(), [market]);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useFocusOnPage(path);
  const plan = usePlan();
  const wide = plan.screenAt(path)?.isWide === true;
  const signedIn = useSignedIn();
  const hasTopBar = plan.shows('topBar', path);
  return (
    <div className={cx('flex min-h-dvh flex-col', wide && 'lg:h-dvh')}>
      <OnceOpened open={asksForFactors}>
        <StepUpDialog />
      </OnceOpened>
      <SupportAtHash />
      <a
        href="#content"
        className="sr-only z-50 rounded-base bg-accent text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-2"
      >
        <FormattedMessage id="shell.skipToContent" />
      </a>
      <OnceOpened open={signedIn}>
        <NoticeToasts />
      </OnceOpened>
      {hasTopBar && <TopBar wide={wide} />}
      {hasTopBar && <OperationsBar wide={wide} />}
      {hasTopBar && <AccountBars />}
      {/* a page that is still loading keeps the footer out of view, so that it does not jump */}
      <main
        id="content"
        tabIndex={-1}
        className={cx('flex flex-1 flex-col outline-none', wide ? 'min-h-0' : 'min-h-[90dvh]')}
      >
        <ScreenTitle />
        <CoverContext value={asksForFactors}>
          <Outlet />
        </CoverContext>
      </main>
      {plan.shows('footer', path) && <Footer />}
      {plan.shows('bottomBar', path) && <BottomBar />}
      {signedIn && (
        <Suspense>
          <ChatDock />
        </Suspense>
      )}
    </div>
  );
}
