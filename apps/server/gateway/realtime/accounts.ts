import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountMessage, PrivateSnapshotMessage } from '@candor/api';
import type { AppliedCommand } from '@candor/journal';
import type { KernelEvent } from '@candor/kernel';
import type { CoreLink } from '../../engine/core/index.ts';
import { AccountState } from './account-state.ts';
import type { Catalogue } from './catalogue.ts';
import type { AccountFacts } from './queries.ts';
import { type Seen, SeenPrices } from './seen-prices.ts';

/** Receives one account's updates: a snapshot first and after each reload of the state, then what changes. */
export interface AccountListener {
  onSnapshot(snapshot: PrivateSnapshotMessage): void;
  onAccountMessage(message: AccountMessage): void;
}

/** Follows the accounts of the users who are connected. */
export interface Accounts {
  /** Follows a user's account until it is detached; the snapshot is sent soon. */
  attach(userId: number, listener: AccountListener): Attachment;
  /** Takes the next committed command. */
  apply(command: AppliedCommand): void;
  /** Reloads every followed account, for example after a gap in the committed commands. */
  reload(): void;
  /** Stops all messages while the server is out of step; they resume with a new snapshot. */
  hold(): void;
  /** Sends a snapshot to all listeners: the server is in step again. */
  release(): void;
  followed(): number;
  /** True if the user's account is followed. */
  follows(userId: number): boolean;
  /** Calls the listener with each user to whom a snapshot went: other rooms then tell the rest. Returns the end of it. */
  onSnapshot(listener: (userId: number) => void): () => void;
  /** Sends another room's message to the listeners of a user's account; to nobody before their snapshot. */
  tell(userId: number, message: AccountMessage): void;
}

export interface Attachment {
  /** The listener missed a message. It gets a snapshot before anything else, immediately if the server is in step. */
  showAgain(): void;
  detach(): void;
}

interface Feed {
  readonly userId: number;
  /** Listeners, each with a flag that it has received a snapshot; only then it receives changes. */
  readonly listeners: Map<AccountListener, boolean>;
  /** Null while it is being read; commands that come meanwhile wait. */
  state: AccountState | null;
  waiting: { readonly command: AppliedCommand; readonly seen: Seen }[];
  /** Numbers the readings, so that an overtaken one is dropped. */
  reading: number;
}

const RETRY_MS = 100;
/**
 * Users per query. The core answers a query without interruption, so one query for all connected users would block
 * it.
 */
export const ASKED_TOGETHER = 50;

/**
 * Creates the accounts. No snapshot is sent while `inStep` is false. `onResync` receives the reason why an account
 * was read again.
 */
export function createAccounts(
  core: Pick<CoreLink, 'ask'>,
  catalogue: Catalogue,
  inStep: () => boolean,
  onResync: (reason: unknown) => void,
): Accounts {
  const feeds = new Map<number, Feed>();
  const snapshotListeners = new Set<(userId: number) => void>();
  const prices = new SeenPrices((symbolId) => catalogue.symbol(symbolId)?.state === 'trading');
  /** Feeds that receive every price: those with an order that follows a price, and those not loaded yet. */
  const following = new Set<Feed>();
  /** Sends the snapshot to listeners that have none. */
  const show = (feed: Feed): void => {
    if (feed.state === null || !inStep()) return;
    const without = [...feed.listeners].filter(([, shown]) => !shown).map(([listener]) => listener);
    if (without.length === 0) return;
    try {
      const snapshot = feed.state.snapshot();
      for (const listener of without) {
        feed.listeners.set(listener, true);
        listener.onSnapshot(snapshot);
      }
      for (const listener of snapshotListeners) listener(feed.userId);
    } catch (error) {
      resync(feed, error);
    }
  };
  const hide = (feed: Feed): void => {
    for (const listener of feed.listeners.keys()) feed.listeners.set(listener, false);
  };
  /** Feeds that wait for the core's answer. */
  const due = new Set<Feed>();
  let asking = false;

  const load = (feed: Feed): void => {
    feed.state = null;
    feed.waiting = [];
    feed.reading += 1;
    following.add(feed);
    hide(feed);
    due.add(feed);
    // one query covers all feeds that are due in this turn
    if (!asking) queueMicrotask(() => void askForDue());
  };
  const askForDue = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    let failed = false;
    while (due.size > 0) {
      const asked = [...due].slice(0, ASKED_TOGETHER).map((feed) => ({ feed, reading: feed.reading }));
      for (const { feed } of asked) due.delete(feed);
      const current = asked.filter(({ feed }) => feeds.get(feed.userId) === feed);
      const userIds = current.map(({ feed }) => feed.userId);
      try {
        const { listings, accounts, prices: known } = await core.ask('accounts', userIds);
        failed = false;
        catalogue.install(listings);
        prices.begin(known);
        for (const [at, { feed, reading }] of current.entries()) {
          if (feeds.get(feed.userId) === feed && feed.reading === reading) install(feed, accounts[at]!);
        }
      } catch (error) {
        if (!failed) onResync(error);
        failed = true;
        for (const { feed } of current) due.add(feed);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    asking = false;
  };
  const install = (feed: Feed, facts: AccountFacts): void => {
    const { waiting } = feed;
    feed.waiting = [];
    try {
      const state = new AccountState(facts, catalogue);
      feed.state = state;
      // The earlier price is not known any more, so an account with a trailing stop placed meanwhile is read again.
      for (const { command, seen } of waiting) state.apply(command, { ...seen, now: () => undefined });
      if (!state.follows) following.delete(feed);
      show(feed);
    } catch (error) {
      resync(feed, error);
    }
  };
  const resync = (feed: Feed, reason: unknown): void => {
    onResync(reason);
    load(feed);
  };
  const say = (feed: Feed, message: AccountMessage): void => {
    for (const [listener, shown] of feed.listeners) if (shown) listener.onAccountMessage(message);
  };
  const deliver = (feed: Feed, command: AppliedCommand, seen: Seen): void => {
    if (feed.state === null) {
      feed.waiting.push({ command, seen });
      return;
    }
    let messages: AccountMessage[];
    try {
      messages = feed.state.apply(command, seen);
      if (feed.state.follows) following.add(feed);
      else following.delete(feed);
    } catch (error) {
      resync(feed, error);
      return;
    }
    for (const message of messages) say(feed, message);
  };

  return {
    attach(userId, listener) {
      let feed = feeds.get(userId);
      if (feed === undefined) {
        feed = { userId, listeners: new Map(), state: null, waiting: [], reading: 0 };
        feeds.set(userId, feed);
        load(feed);
      }
      const attached = feed;
      const showAgain = (): void => {
        if (!attached.listeners.has(listener)) return;
        attached.listeners.set(listener, false);
        show(attached);
      };
      feed.listeners.set(listener, false);
      queueMicrotask(showAgain);
      return {
        showAgain,
        detach() {
          attached.listeners.delete(listener);
          if (attached.listeners.size > 0 || feeds.get(userId) !== attached) return;
          feeds.delete(userId);
          following.delete(attached);
        },
      };
    },
    apply(command) {
      const seen = prices.take(command);
      if (feeds.size === 0) return;
      const hasPrices = seen.indices.length > 0 || command.events.some(({ type }) => type === 'trade');
      const concerned = new Set<Feed>(hasPrices ? following : []);
      const concern = (userId: number): void => {
        const feed = feeds.get(userId);
        if (feed !== undefined) concerned.add(feed);
      };
      for (const event of command.events) usersOf(event, concern);
      for (const feed of concerned) deliver(feed, command, seen);
    },
    reload() {
      prices.clear();
      for (const feed of feeds.values()) load(feed);
    },
    hold() {
      for (const feed of feeds.values()) hide(feed);
    },
    release() {
      for (const feed of feeds.values()) show(feed);
    },
    followed: () => feeds.size,
    follows: (userId) => feeds.has(userId),
    onSnapshot(listener) {
      snapshotListeners.add(listener);
      return () => snapshotListeners.delete(listener);
    },
    tell(userId, message) {
      const feed = feeds.get(userId);
      if (feed !== undefined && feed.state !== null) say(feed, message);
    },
  };
}

function usersOf(event: KernelEvent, concern: (userId: number) => void): void {
  switch (event.type) {
    case 'orderAccepted':
    case 'orderRested':
    case 'orderDone':
    case 'orderAmended':
    case 'triggerPlaced':
    case 'triggerAmended':
    case 'triggerFired':
    case 'triggerDone':
    case 'triggerArmed':
    case 'balance':
      concern(event.userId);
      break;
    case 'trade':
      concern(event.makerUserId);
      concern(event.takerUserId);
  }
}
