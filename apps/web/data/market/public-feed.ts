import { MAX_CHANNELS_PER_MESSAGE } from '@candor/contract';
import { type LiveSocket, type LiveSocketOptions, openLiveSocket } from './live-socket.ts';

/** How long a channel outlives its last watcher, so that going from page to page does not drop it. */
const LINGER_MS = 2_000;

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

type FeedOptions = Omit<LiveSocketOptions, 'onOpen'>;

/** The public socket with shared, counted subscriptions that survive reconnects. It connects at `open` or with the first watcher. */
export function createPublicFeed(options: FeedOptions): PublicFeed {
  const watchers = new Map<string, number>();
  let socket: LiveSocket | null = null;

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
      if (watchers.delete(channel)) send('unsubscribe', [channel]);
    }, LINGER_MS);
  };

  const open = () => {
    socket ??= openLiveSocket({ ...options, onOpen: () => send('subscribe', [...watchers.keys()]) });
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
      send('unsubscribe', [channel]);
      send('subscribe', [channel]);
    },
    wake: () => socket?.wake(),
    close() {
      socket?.close();
      socket = null;
    },
  };
}
