import { Batch } from './batch.ts';
import type { Counters } from './counters.ts';

/** A marker of how much of a channel a client has had; opaque to the hub. */
export type Mark = number;

/** One stream of frames with a state that can stand in for frames that a client missed. */
export interface HubChannel {
  readonly name: string;
  /** The frames of what happened since the last call. */
  takeFrames(): readonly Buffer[];
  /** Goes on as `takeFrames` does without writing the frames: nobody hears them. */
  pass(): void;
  /** Returns the present mark of the channel; asked before `takeFrames`. */
  mark(): Mark;
  /** Returns the bytes that a client with everything up to `since` (0: nothing yet) still needs; null when none. */
  catchUp(since: Mark): Buffer | null;
}

/** A socket as the hub sees it. */
export interface HubSocket {
  readonly behind: boolean;
  write(frames: Buffer): boolean;
}

/** One client's subscriptions. */
export interface HubClient {
  readonly channelCount: number;
  channelNames(): string[];
  /** Takes effect at once: the channel's state is sent now, or as soon as the socket takes it. */
  subscribe(channel: HubChannel): void;
  unsubscribe(channel: HubChannel): void;
  /** The socket has room again: send the states of the channels that it missed. */
  drained(): void;
  close(): void;
}

export interface Hub {
  add(channel: HubChannel): void;
  channel(name: string): HubChannel | undefined;
  connect(socket: HubSocket): HubClient;
  /** Sends every channel's new frames: one write a client, however many frames. */
  flush(): void;
  /** Sends the new state of every channel to all subscribers: the server was out of step and is in step again. */
  restart(): void;
  subscriptionCount(): number;
}

/** Bytes of channels' states that all clients together get between two flushes; who comes later waits for the next. */
export const CATCH_UP_BYTES = 8_388_608;
/** States that leave in one write. */
const JOINED_BYTES = 65_536;

/** State that the hub shares with its clients. */
interface HubState {
  readonly channels: Map<string, { readonly channel: HubChannel; readonly clients: Set<Client> }>;
  /** Clients that wait for states, in their order. */
  readonly waiting: Set<Client>;
  /** Bytes of states that may still leave before the next flush. */
  catchUpBytes: number;
  readonly inStep: () => boolean;
}

class Client implements HubClient {
  readonly socket: HubSocket;
  readonly missed = new Map<HubChannel, Mark>();
  readonly #names = new Set<string>();
  readonly #hub: HubState;
  batch: Batch | null = null;

  constructor(hub: HubState, socket: HubSocket) {
    this.#hub = hub;
    this.socket = socket;
  }

  get channelCount(): number {
    return this.#names.size;
  }

  channelNames(): string[] {
    return [...this.#names];
  }

  subscribe(channel: HubChannel): void {
    const entry = this.#hub.channels.get(channel.name);
    if (entry?.channel !== channel) throw new Error(`channel not of this hub: ${channel.name}`);
    this.#names.add(channel.name);
    entry.clients.add(this);
    this.missed.set(channel, 0);
    this.drained();
  }

  unsubscribe(channel: HubChannel): void {
    this.#names.delete(channel.name);
    this.#hub.channels.get(channel.name)?.clients.delete(this);
    this.missed.delete(channel);
  }

  drained(): void {
    if (!this.#hub.inStep()) return;
    while (this.missed.size > 0 && !this.socket.behind) {
      if (this.#hub.catchUpBytes <= 0) {
        this.#hub.waiting.add(this);
        return;
      }
      if (!this.#sendStates()) return;
    }
  }

  /** Sends the states of the next missed channels in one write; false when the socket took none. */
  #sendStates(): boolean {
    const sent: HubChannel[] = [];
    const frames: Buffer[] = [];
    let bytes = 0;
    for (const [channel, since] of this.missed) {
      const frame = channel.catchUp(since);
      sent.push(channel);
      if (frame !== null) frames.push(frame);
      bytes += frame?.length ?? 0;
      if (bytes >= Math.min(JOINED_BYTES, this.#hub.catchUpBytes)) break;
    }
    this.#hub.catchUpBytes -= bytes;
    const [first] = frames;
    if (first !== undefined && !this.socket.write(frames.length === 1 ? first : Buffer.concat(frames)))
      return false;
    for (const channel of sent) this.missed.delete(channel);
    return true;
  }

  close(): void {
    for (const name of this.#names) this.#hub.channels.get(name)?.clients.delete(this);
    this.#names.clear();
    this.missed.clear();
    this.#hub.waiting.delete(this);
  }
}

/** Sends every channel's new frames, then states to clients that waited for them. */
function flush(hub: HubState, counters: Pick<Counters, 'conflated'>): void {
  if (!hub.inStep()) return;
  const root = new Batch();
  const touched: Client[] = [];
  for (const { channel, clients } of hub.channels.values()) {
    if (clients.size === 0) {
      channel.pass();
      continue;
    }
    const before = channel.mark();
    const frames = channel.takeFrames();
    if (frames.length === 0) continue;
    for (const client of clients) {
      if (client.missed.has(channel) || client.socket.behind) {
        counters.conflated += frames.length;
        if (!client.missed.has(channel)) client.missed.set(channel, before);
        continue;
      }
      if (client.batch === null) {
        client.batch = root;
        touched.push(client);
      }
      for (const frame of frames) client.batch = client.batch.with(frame);
    }
  }
  let isFresh = true;
  for (const client of touched) {
    // the process may stand still in the midst of this: whoever is left gets the state that `restart` sends
    isFresh &&= hub.inStep();
    if (isFresh) client.socket.write(client.batch!.bytes());
    client.batch = null;
  }
  hub.catchUpBytes = CATCH_UP_BYTES;
  for (const client of hub.waiting) {
    if (hub.catchUpBytes <= 0) break;
    hub.waiting.delete(client);
    client.drained();
  }
}

/** Sends the new state of every channel to all subscribers. */
function restart(hub: HubState): void {
  const all = new Set<Client>();
  for (const { channel, clients } of hub.channels.values()) {
    // what was not sent is part of the state now
    channel.pass();
    for (const client of clients) {
      client.missed.set(channel, 0);
      all.add(client);
    }
  }
  for (const client of all) client.drained();
}

/**
 * Sends frames to the subscribers of channels; a client that is behind gets the latest state later instead. While
 * `inStep` is false nothing is sent, and new subscriptions wait for `restart`.
 */
export function createHub(counters: Pick<Counters, 'conflated'>, inStep: () => boolean = () => true): Hub {
  const hub: HubState = { channels: new Map(), waiting: new Set(), catchUpBytes: CATCH_UP_BYTES, inStep };
  const { channels } = hub;
  return {
    add(channel) {
      if (!channels.has(channel.name)) channels.set(channel.name, { channel, clients: new Set() });
    },
    channel: (name) => channels.get(name)?.channel,
    connect: (socket) => new Client(hub, socket),
    flush: () => flush(hub, counters),
    restart: () => restart(hub),
    subscriptionCount() {
      let count = 0;
      for (const { clients } of channels.values()) count += clients.size;
      return count;
    },
  };
}
