import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountMessage, PrivateSnapshotMessage } from '@candor/api';
import type { AppliedCommand } from '@candor/journal';
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

export interface AccountFeed {
  readonly userId: number;
  /** Listeners, each with a flag that it has received a snapshot; only then it receives changes. */
  readonly listeners: Map<AccountListener, boolean>;
  /** Null while it is being read; commands that come meanwhile wait. */
  state: AccountState | null;
  waiting: { readonly command: AppliedCommand; readonly seen: Seen }[];
  /** Numbers the readings, so that an overtaken one is dropped. */
  reading: number;
}

export interface AccountFeedsDeps {
  readonly core: Pick<CoreLink, 'ask'>;
  readonly catalogue: Catalogue;
  /** No snapshot is sent while it is false. */
  readonly inStep: () => boolean;
  /** Receives the reason why an account was read again. */
  readonly onResync: (reason: unknown) => void;
}

const RETRY_MS = 100;
/**
 * Users per query. The core answers a query without interruption, so one query for all connected users would block
 * it.
 */
export const ASKED_TOGETHER = 50;

/** The followed accounts: reads their state from the core, and keeps it by the committed commands. */
export class AccountFeeds {
  readonly byUser = new Map<number, AccountFeed>();
  readonly snapshotListeners = new Set<(userId: number) => void>();
  readonly prices: SeenPrices;
  /** Feeds that receive every price: those with an order that follows a price, and those not loaded yet. */
  readonly following = new Set<AccountFeed>();
  readonly #deps: AccountFeedsDeps;
  /** Feeds that wait for the core's answer. */
  readonly #due = new Set<AccountFeed>();
  #asking = false;

  constructor(deps: AccountFeedsDeps) {
    this.#deps = deps;
    this.prices = new SeenPrices((symbolId) => deps.catalogue.symbol(symbolId)?.state === 'trading');
  }

  /** Returns the feed of a user, which is read from the core if nobody followed it yet. */
  follow(userId: number): AccountFeed {
    const followed = this.byUser.get(userId);
    if (followed !== undefined) return followed;
    const feed: AccountFeed = { userId, listeners: new Map(), state: null, waiting: [], reading: 0 };
    this.byUser.set(userId, feed);
    this.load(feed);
    return feed;
  }

  /** Ends a listener, and with the last one the feed. */
  leave(feed: AccountFeed, listener: AccountListener): void {
    feed.listeners.delete(listener);
    if (feed.listeners.size > 0 || this.byUser.get(feed.userId) !== feed) return;
    this.byUser.delete(feed.userId);
    this.following.delete(feed);
  }

  /** Sends the snapshot to listeners that have none. */
  show(feed: AccountFeed): void {
    if (feed.state === null || !this.#deps.inStep()) return;
    const without = [...feed.listeners].filter(([, shown]) => !shown).map(([listener]) => listener);
    if (without.length === 0) return;
    try {
      const snapshot = feed.state.snapshot();
      for (const listener of without) {
        feed.listeners.set(listener, true);
        listener.onSnapshot(snapshot);
      }
      for (const listener of this.snapshotListeners) listener(feed.userId);
    } catch (error) {
      this.#resync(feed, error);
    }
  }

  hide(feed: AccountFeed): void {
    for (const listener of feed.listeners.keys()) feed.listeners.set(listener, false);
  }

  /** Reads the account from the core, with all that are due in this turn. */
  load(feed: AccountFeed): void {
    feed.state = null;
    feed.waiting = [];
    feed.reading += 1;
    this.following.add(feed);
    this.hide(feed);
    this.#due.add(feed);
    // one query covers all feeds that are due in this turn
    if (!this.#asking) queueMicrotask(() => void this.#askForDue());
  }

  say(feed: AccountFeed, message: AccountMessage): void {
    for (const [listener, shown] of feed.listeners) if (shown) listener.onAccountMessage(message);
  }

  /** Applies a command to an account, and sends what it changes. */
  deliver(feed: AccountFeed, command: AppliedCommand, seen: Seen): void {
    if (feed.state === null) {
      feed.waiting.push({ command, seen });
      return;
    }
    let messages: AccountMessage[];
    try {
      messages = feed.state.apply(command, seen);
      if (feed.state.follows) this.following.add(feed);
      else this.following.delete(feed);
    } catch (error) {
      this.#resync(feed, error);
      return;
    }
    for (const message of messages) this.say(feed, message);
  }

  async #askForDue(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    const { core, catalogue, onResync } = this.#deps;
    let failed = false;
    while (this.#due.size > 0) {
      const asked = [...this.#due].slice(0, ASKED_TOGETHER).map((feed) => ({ feed, reading: feed.reading }));
      for (const { feed } of asked) this.#due.delete(feed);
      const current = asked.filter(({ feed }) => this.#isFollowed(feed));
      const userIds = current.map(({ feed }) => feed.userId);
      try {
        const { listings, accounts, prices: known } = await core.ask('accounts', userIds);
        failed = false;
        catalogue.install(listings);
        this.prices.begin(known);
        for (const [at, { feed, reading }] of current.entries()) {
          if (this.#isFollowed(feed) && feed.reading === reading) this.#install(feed, accounts[at]!);
        }
      } catch (error) {
        if (!failed) onResync(error);
        failed = true;
        for (const { feed } of current) this.#due.add(feed);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    this.#asking = false;
  }

  #isFollowed(feed: AccountFeed): boolean {
    return this.byUser.get(feed.userId) === feed;
  }

  #install(feed: AccountFeed, facts: AccountFacts): void {
    const { waiting } = feed;
    feed.waiting = [];
    try {
      const state = new AccountState(facts, this.#deps.catalogue);
      feed.state = state;
      // The earlier price is not known any more, so an account with a trailing stop placed meanwhile is read again.
      for (const { command, seen } of waiting) state.apply(command, { ...seen, now: () => undefined });
      if (!state.follows) this.following.delete(feed);
      this.show(feed);
    } catch (error) {
      this.#resync(feed, error);
    }
  }

  #resync(feed: AccountFeed, reason: unknown): void {
    this.#deps.onResync(reason);
    this.load(feed);
  }
}
