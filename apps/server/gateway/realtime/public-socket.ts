import {
  type ErrorMessage,
  parseChannel,
  publicClientMessageSchema,
  type RealtimeErrorCode,
} from '@candor/api';
import type { Connection, ConnectionEvents } from './connection.ts';
import type { Counters } from './counters.ts';
import { jsonFrame } from './frame.ts';
import type { Hub, HubChannel } from './hub.ts';
import { parseMessage } from './parse.ts';
import type { Refused } from './refused.ts';

/** Units of a channel's state, sent at once on subscribing: a book holds up to 1,000 levels. */
const BOOK_COST = 4;
const CHANNEL_COST = 1;

export interface PublicSocketDeps {
  readonly hub: Hub;
  readonly counters: Counters;
  readonly maxChannels: number;
  readonly now: () => number;
}

/** Speaks the public protocol on one connection, which `connect` makes with the events that it is given. */
export function servePublic(
  { hub, counters, maxChannels, now }: PublicSocketDeps,
  connect: (events: ConnectionEvents) => Connection,
  refused: Refused,
): void {
  const refuse = (code: RealtimeErrorCode, ch?: string): void => {
    const message: ErrorMessage = { type: 'error', code, ...(ch === undefined ? {} : { ch }) };
    connection.write(jsonFrame(message));
  };
  const malformed = (): void => {
    counters.malformed += 1;
    refuse('MALFORMED');
  };
  const sayChannels = (channels: string[]): void => {
    connection.write(jsonFrame({ type: 'subscribed', channels }));
  };

  const costOf = (name: string): number => (name.startsWith('depth:') ? BOOK_COST : CHANNEL_COST);
  const affords = (names: readonly string[]): boolean => {
    const affordable = connection.afford(names.reduce((sum, name) => sum + costOf(name), 0));
    if (!affordable) refuse('RATE_LIMITED');
    return affordable;
  };

  const subscribe = (names: readonly string[]): void => {
    if (!affords(names)) return;
    const held = new Set(client.channelNames());
    const added: HubChannel[] = [];
    for (const name of new Set(names)) {
      if (held.has(name)) continue;
      const channel = parseChannel(name) === null ? undefined : hub.channel(name);
      if (channel === undefined) refuse('UNKNOWN_CHANNEL', name);
      else if (held.size + added.length >= maxChannels) {
        refused('RATE_LIMITED');
        refuse('TOO_MANY_CHANNELS', name);
      } else added.push(channel);
    }
    sayChannels([...held, ...added.map(({ name }) => name)]);
    for (const channel of added) client.subscribe(channel);
  };
  const unsubscribe = (names: readonly string[]): void => {
    if (!affords(names)) return;
    for (const name of names) {
      const channel = hub.channel(name);
      if (channel !== undefined) client.unsubscribe(channel);
    }
    sayChannels(client.channelNames());
  };

  const connection = connect({
    onMessage(text) {
      const message = parseMessage(publicClientMessageSchema, text);
      if (message === null) malformed();
      else if (message.op === 'subscribe') subscribe(message.channels);
      else if (message.op === 'unsubscribe') unsubscribe(message.channels);
      else if (message.op === 'ping') connection.write(jsonFrame({ type: 'pong', t: now() }));
    },
    onMalformed: malformed,
    onRateLimited: () => refuse('RATE_LIMITED'),
    onDrain: () => client.drained(),
    onClose: () => client.close(),
  });
  const client = hub.connect(connection);
}
