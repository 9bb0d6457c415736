import { MAX_CHANNELS_PER_MESSAGE, type SubscribedMessage } from '@candor/api';
import { type LiveSocket, type LiveSocketOptions, openLiveSocket } from './live-socket.ts';

/** Time for which a channel outlives its last watcher, so that going from page to page does not drop it. */
const LINGER_MS = 2_000;
/** The pause after a refusal for too many requests; it doubles with each further one, up to the longest. */
const RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;

export interface PublicFeed {
  /** Connects, with or without channels to watch: heartbeats say whether prices are current. */
  open(): void;
  /** Keeps a channel subscribed until the returned function is called. Channels are shared and counted. */
  watch(channel: string): () => void;
  /** Asks for a channel's snapshot again. */
  resubscribe(channel: string): void;
  wake(): void;
  close(): void;
}

interface FeedOptions extends Omit<LiveSocketOptions, 'onOpen'> {
  /** Called once nobody watches a channel any more: what it sent ages from now on. */
  readonly onLeft: (channel: string) => void;
}

function isSubscribed(message: unknown): message is SubscribedMessage {
  return hasType(message, 'subscribed');
}

function isRateLimited(message: unknown): boolean {
  return hasType(message, 'error') && 'code' in message && message.code === 'RATE_LIMITED';
}

function hasType(message: unknown, type: string): message is { readonly type: string } {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type;
}

/**
 * The public socket with shared, counted subscriptions that survive reconnects. It connects at `open` or with the first
 * watcher. A message that was refused for too many requests is made up for after a pause: what the server holds is
 * compared with what is watched.
 */
export function createPublicFeed(options: FeedOptions): PublicFeed {
  const watchers = new Map<string, number>();
  let socket: LiveSocket | null = null;
  /** The channels that the server last said it sends. */
  let held: ReadonlySet<string> = new Set();
  /** Channels whose snapshot is asked for again, until the server has let go of them. */
  const renewed = new Set<string>();
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = RETRY_MS;

  const send = (op: 'subscribe' | 'unsubscribe', channels: readonly string[]) => {
    for (let at = 0; at < channels.length; at += MAX_CHANNELS_PER_MESSAGE) {
      socket?.send({ op, channels: channels.slice(at, at + MAX_CHANNELS_PER_MESSAGE) });
    }
  };

  let wanted = new Set<string>();
  const subscribeSoon = (channel: string) => {
    if (wanted.size === 0) {
      queueMicrotask(() => {
        const due = [...wanted];
        wanted = new Set();
        send('subscribe', due);
      });
    }
    wanted.add(channel);
  };

  const leave = (channel: string) => {
    const left = (watchers.get(channel) ?? 0) - 1;
    watchers.set(channel, left);
    if (left > 0) return;
    setTimeout(() => {
      if ((watchers.get(channel) ?? 0) > 0) return;
      if (!watchers.delete(channel)) return;
      send('unsubscribe', [channel]);
      options.onLeft(channel);
    }, LINGER_MS);
  };

  const missing = () => [...watchers.keys()].filter((channel) => !held.has(channel));

  const makeUp = () => {
    retry = undefined;
    send(
      'unsubscribe',
      [...held].filter((channel) => !watchers.has(channel) || renewed.has(channel)),
    );
    send('subscribe', [...new Set([...missing(), ...renewed])]);
  };

  const stopRetry = () => {
    clearTimeout(retry);
    retry = undefined;
    pauseMs = RETRY_MS;
  };

  const receive = (message: unknown) => {
    if (isSubscribed(message)) {
      held = new Set(message.channels);
      for (const channel of renewed) if (!held.has(channel)) renewed.delete(channel);
      if (retry === undefined && missing().length === 0 && renewed.size === 0) pauseMs = RETRY_MS;
    } else if (isRateLimited(message) && retry === undefined) {
      retry = setTimeout(makeUp, pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_RETRY_MS);
    }
    options.onMessage(message);
  };

  const begin = () => {
    stopRetry();
    held = new Set();
    renewed.clear();
    send('subscribe', [...watchers.keys()]);
  };

  const open = () => {
    socket ??= openLiveSocket({ ...options, onMessage: receive, onOpen: begin });
  };

  return {
    open,
    watch(channel) {
      const count = watchers.get(channel);
      watchers.set(channel, (count ?? 0) + 1);
      open();
      if (count === undefined) subscribeSoon(channel);
      let watching = true;
      return () => {
        if (!watching) return;
        watching = false;
        leave(channel);
      };
    },
    resubscribe(channel) {
      renewed.add(channel);
      send('unsubscribe', [channel]);
      send('subscribe', [channel]);
    },
    wake: () => socket?.wake(),
    close() {
      stopRetry();
      socket?.close();
      socket = null;
    },
  };
}
