import {
  type ErrorMessage,
  parseChannel,
  publicClientMessageSchema,
  type RealtimeErrorCode,
} from '@candor/contract';
import type { Connection, ConnectionEvents } from './connection.ts';
import type { Counters } from './counters.ts';
import { jsonFrame } from './frame.ts';
import type { Hub, HubChannel } from './hub.ts';
import { parseMessage } from './parse.ts';

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

  const subscribe = (names: readonly string[]): void => {
    const held = new Set(client.channelNames());
    const added: HubChannel[] = [];
    for (const name of new Set(names)) {
      if (held.has(name)) continue;
      const channel = parseChannel(name) === null ? undefined : hub.channel(name);
      if (channel === undefined) refuse('UNKNOWN_CHANNEL', name);
      else if (held.size + added.length >= maxChannels) refuse('TOO_MANY_CHANNELS', name);
      else added.push(channel);
    }
    sayChannels([...held, ...added.map(({ name }) => name)]);
    for (const channel of added) client.subscribe(channel);
  };
  const unsubscribe = (names: readonly string[]): void => {
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
