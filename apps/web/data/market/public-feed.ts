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
  return new CountedFeed(options);
}

class CountedFeed implements PublicFeed {
  readonly #options: FeedOptions;
  readonly #watchers = new Map<string, number>();
  #socket: LiveSocket | null = null;
  /** The channels that the server last said it sends. */
  #held: ReadonlySet<string> = new Set();
  /** Channels whose snapshot is asked for again, until the server has let go of them. */
  readonly #renewed = new Set<string>();
  /** Channels that are subscribed to with the next message, of this turn. */
  #wanted = new Set<string>();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = RETRY_MS;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  open(): void {
    this.#socket ??= openLiveSocket({
      ...this.#options,
      onMessage: (message) => this.#receive(message),
      onOpen: () => this.#begin(),
    });
  }

  watch(channel: string): () => void {
    const count = this.#watchers.get(channel);
    this.#watchers.set(channel, (count ?? 0) + 1);
    this.open();
    if (count === undefined) this.#subscribeSoon(channel);
    let watching = true;
    return () => {
      if (!watching) return;
      watching = false;
      this.#leave(channel);
    };
  }

  resubscribe(channel: string): void {
    this.#renewed.add(channel);
    this.#send('unsubscribe', [channel]);
    this.#send('subscribe', [channel]);
  }

  wake(): void {
    this.#socket?.wake();
  }

  close(): void {
    this.#stopRetry();
    this.#socket?.close();
    this.#socket = null;
  }

  #send(op: 'subscribe' | 'unsubscribe', channels: readonly string[]): void {
    for (let at = 0; at < channels.length; at += MAX_CHANNELS_PER_MESSAGE) {
      this.#socket?.send({ op, channels: channels.slice(at, at + MAX_CHANNELS_PER_MESSAGE) });
    }
  }

  #subscribeSoon(channel: string): void {
    if (this.#wanted.size === 0) {
      queueMicrotask(() => {
        const due = [...this.#wanted];
        this.#wanted = new Set();
        this.#send('subscribe', due);
      });
    }
    this.#wanted.add(channel);
  }

  #leave(channel: string): void {
    const left = (this.#watchers.get(channel) ?? 0) - 1;
    this.#watchers.set(channel, left);
    if (left > 0) return;
    setTimeout(() => {
      if ((this.#watchers.get(channel) ?? 0) > 0) return;
      if (!this.#watchers.delete(channel)) return;
      this.#send('unsubscribe', [channel]);
      this.#options.onLeft(channel);
    }, LINGER_MS);
  }

  #missing(): string[] {
    return [...this.#watchers.keys()].filter((channel) => !this.#held.has(channel));
  }

  #makeUp(): void {
    this.#retry = undefined;
    this.#send(
      'unsubscribe',
      [...this.#held].filter((channel) => !this.#watchers.has(channel) || this.#renewed.has(channel)),
    );
    this.#send('subscribe', [...new Set([...this.#missing(), ...this.#renewed])]);
  }

  #stopRetry(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#pauseMs = RETRY_MS;
  }

  #receive(message: unknown): void {
    if (isSubscribed(message)) {
      this.#held = new Set(message.channels);
      for (const channel of this.#renewed) if (!this.#held.has(channel)) this.#renewed.delete(channel);
      const isComplete = this.#missing().length === 0 && this.#renewed.size === 0;
      if (this.#retry === undefined && isComplete) this.#pauseMs = RETRY_MS;
    } else if (isRateLimited(message) && this.#retry === undefined) {
      this.#retry = setTimeout(() => this.#makeUp(), this.#pauseMs);
      this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_RETRY_MS);
    }
    this.#options.onMessage(message);
  }

  #begin(): void {
    this.#stopRetry();
    this.#held = new Set();
    this.#renewed.clear();
    this.#send('subscribe', [...this.#watchers.keys()]);
  }
}
