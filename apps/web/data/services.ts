import { type Calls, type Client, createClient, createServerClock, noticeKinds, routes } from '@candor/api';
import { QueryClient } from '@tanstack/react-query';
import { type AccountData, createAccountData } from './account-data.ts';
import { type AppConfig, socketUrl } from './config.ts';
import { deviceWishes, followDeviceTheme } from './device-wishes.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { Listeners } from './market/listeners.ts';
import { createMarketData, type MarketData } from './market/market-data.ts';
import { nextFrame } from './market/next-frame.ts';
import { createNotices, type NoticesData } from './notices.ts';
import { followOwnZone } from './own-zone.ts';
import { createPreferences, type PreferencesStore } from './preferences.ts';
import { queryKeys } from './query-keys.ts';
import { createSession, type Session, type SignOutReason } from './session.ts';
import { createStepUps, type StepUps } from './step-ups.ts';
import type { DeviceStorage } from './storage.ts';
import { createTabDrafts, type TabDrafts } from './tab-drafts.ts';

/** Everything below the screens: one of each for the life of the page. */
export interface Services {
  readonly config: AppConfig;
  readonly preferences: PreferencesStore;
  readonly session: Session;
  readonly client: Client<Calls>;
  readonly queries: QueryClient;
  readonly market: MarketData;
  readonly account: AccountData;
  readonly notices: NoticesData;
  readonly stepUps: StepUps;
  readonly drafts: Drafts;
  readonly tabDrafts: TabDrafts;
  /** Returns the server's time in ms; null while it is not known. */
  serverMs(): number | null;
  /** Returns the server's time in ms, or the device's own time until the server has sent its time. */
  serverNowMs(): number;
  /** Calls the listener when a session ended. Returns the end of it. */
  onSignedOut(listener: (reason: SignOutReason) => void): () => void;
}

const QUERY_STALE_MS = 30_000;
/** A page shows that it is checking for this long before it gives an act's outcome up. */
const CHECK_FOR_MS = 600_000;
/** A burst of fills changes the account many times; the lists made from it are fetched once after it. */
const ACCOUNT_REFETCH_DELAY_MS = 400;

/** The newest notice that this device had for the user who is signed in. */
const seenNotices = (storage: DeviceStorage, userId: () => number | null) => ({
  read(): number {
    const kept = storage.read('seenNotice')?.content as { userId?: unknown; id?: unknown } | null | undefined;
    return kept?.userId === userId() && typeof kept?.id === 'number' ? kept.id : 0;
  },
  write: (id: number) => storage.write('seenNotice', { userId: userId(), id }),
});

function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: QUERY_STALE_MS, retry: 1, refetchOnWindowFocus: false },
      // An act is never put by until the network is back: the client sends it at once, or says that it did not leave.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Fetches the lists that are made from the account after each burst of its changes. */
function refetchWithAccount(account: AccountData, queries: QueryClient): void {
  let _refetchDue: ReturnType<typeof setTimeout> | undefined;
  account.onChange(() => {
    _refetchDue ??= setTimeout(() => {
      _refetchDue = undefined;
      for (const queryKey of [queryKeys.balances, queryKeys.bills, queryKeys.orders, queryKeys.margin]) {
        void queries.invalidateQueries({ queryKey });
      }
    }, ACCOUNT_REFETCH_DELAY_MS);
  });
}

/** Opens the private socket of whoever is logged in. */
function followSession(account: AccountData, { store }: Session): void {
  const follow = () => {
    const { token, user } = store.getState();
    if (token !== null && user !== null) account.open(user.userId, token);
  };
  store.subscribe(follow);
  follow();
}

/** Forgets the tab's drafts of whoever is not signed in. */
function keepOwnDrafts({ store }: Session, tabDrafts: TabDrafts): void {
  const follow = () => {
    const { token, user } = store.getState();
    if (token === null) tabDrafts.clear();
    else if (user !== null) tabDrafts.keepOnly(user.userId);
  };
  store.subscribe(follow);
  follow();
}

/** Makes the services and ties them together: the private socket follows the session, lists follow the account. */
export function createServices(config: AppConfig, storage: DeviceStorage, tab: DeviceStorage): Services {
  const preferences = createPreferences(storage, deviceWishes());
  followDeviceTheme(preferences);
  const signedOut = new Listeners<[reason: SignOutReason]>();
  const queries = createQueries();
  storage.write('tenant', config.tenantId);
  const clock = createServerClock();
  const stepUps = createStepUps();
  const drafts = createDrafts();
  const tabDrafts = createTabDrafts(tab);
  const client = createClient(routes, {
    clock,
    checkForMs: CHECK_FOR_MS,
    baseUrl: config.apiBase,
    head: config.head,
    token: () => session.store.getState().token,
    language: () => preferences.getState().language,
    onUnauthorized: () => session.signOut('ended'),
    onStepUp: stepUps.ask,
    onSetUpFirst: () => stepUps.askToSetUp(true),
  });
  const account = createAccountData({
    url: (userId) => socketUrl(config.socketBase, `/ws/coin/${userId}`, location),
    onEnded: () => session.signOut('ended'),
  });
  const notices = createNotices({
    client,
    account,
    queries,
    groupOf: (kind) => noticeKinds[kind].group,
    seen: seenNotices(storage, () => session.store.getState().user?.userId ?? null),
    onProblem: (error) => console.warn('The notices could not be loaded.', error),
  });
  const session: Session = createSession({
    storage,
    client: () => client,
    tokenLifetimeMs: config.tokenAgeSeconds * 1_000,
    onSignedOut: (reason) => {
      account.close();
      notices.forget();
      stepUps.leave();
      queries.clear();
      if (reason === 'logout') drafts.clear();
      tabDrafts.clear();
      signedOut.call(reason);
    },
    onProblem: (error) => console.warn('The session could not be renewed.', error),
  });
  // signed out, or another user, while this tab was not on a page of ours
  keepOwnDrafts(session, tabDrafts);
  followOwnZone(session.store, preferences);
  const market = createMarketData({
    url: () =>
      socketUrl(config.socketBase, `/ws/${crypto.getRandomValues(new Uint32Array(2)).join('')}`, location),
    requestFrame: nextFrame,
    online: () => navigator.onLine,
    onServerTime: clock.learn,
  });

  refetchWithAccount(account, queries);
  followSession(account, session);

  return {
    config,
    preferences,
    session,
    client,
    queries,
    market,
    account,
    notices,
    stepUps,
    drafts,
    tabDrafts,
    serverMs: clock.nowMs,
    serverNowMs: () => clock.nowMs() ?? Date.now(),
    onSignedOut: signedOut.add,
  };
}
