import type { AccountMessage } from '@candor/api';
import type { AppliedCommand } from '@candor/journal';
import type { KernelEvent } from '@candor/kernel';
import type { CoreLink } from '../../engine/core/index.ts';
import { type AccountFeed, AccountFeeds, type AccountListener } from './account-feeds.ts';
import type { Catalogue } from './catalogue.ts';

export { type AccountListener, ASKED_TOGETHER } from './account-feeds.ts';

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
  const feeds = new AccountFeeds({ core, catalogue, inStep, onResync });
  const { byUser, following, prices, snapshotListeners } = feeds;

  return {
    attach(userId, listener) {
      const feed = feeds.follow(userId);
      const showAgain = (): void => {
        if (!feed.listeners.has(listener)) return;
        feed.listeners.set(listener, false);
        feeds.show(feed);
      };
      feed.listeners.set(listener, false);
      queueMicrotask(showAgain);
      return { showAgain, detach: () => feeds.leave(feed, listener) };
    },
    apply(command) {
      const seen = prices.take(command);
      if (byUser.size === 0) return;
      const hasPrices = seen.indices.length > 0 || command.events.some(({ type }) => type === 'trade');
      const concerned = new Set<AccountFeed>(hasPrices ? following : []);
      const concern = (userId: number): void => {
        const feed = byUser.get(userId);
        if (feed !== undefined) concerned.add(feed);
      };
      for (const event of command.events) usersOf(event, concern);
      for (const feed of concerned) feeds.deliver(feed, command, seen);
    },
    reload() {
      prices.clear();
      for (const feed of byUser.values()) feeds.load(feed);
    },
    hold() {
      for (const feed of byUser.values()) feeds.hide(feed);
    },
    release() {
      for (const feed of byUser.values()) feeds.show(feed);
    },
    followed: () => byUser.size,
    follows: (userId) => byUser.has(userId),
    onSnapshot(listener) {
      snapshotListeners.add(listener);
      return () => snapshotListeners.delete(listener);
    },
    tell(userId, message) {
      const feed = byUser.get(userId);
      if (feed !== undefined && feed.state !== null) feeds.say(feed, message);
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
