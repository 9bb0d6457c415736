import { DEAD_MS } from '@candor/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLiveSocket, type SocketState } from './live-socket.ts';
import { createPublicFeed } from './public-feed.ts';

/** Only the network is played here: what the client does with a socket is what is tested. */
class PlayedSocket {
  static readonly all: PlayedSocket[] = [];
  readonly sent: unknown[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    PlayedSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.({ code: 1000 });
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  fail(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const createSocket = () => new PlayedSocket() as unknown as WebSocket;
const last = () => PlayedSocket.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  PlayedSocket.all.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

function open(isFinal?: (code: number) => boolean) {
  const states: SocketState[] = [];
  const messages: unknown[] = [];
  const socket = openLiveSocket({
    url: () => 'ws://test',
    onOpen: () => undefined,
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
    ...(isFinal === undefined ? {} : { isFinal }),
    createSocket,
    random: () => 0,
  });
  return { socket, states, messages };
}

describe('a live socket', () => {
  it('answers a ping and passes other messages on', () => {
    const { messages, socket } = open();
    last().open();
    last().say({ type: 'ping', t: 1, seq: 1, marketT: 1 });
    expect(last().sent).toContainEqual({ op: 'pong' });
    last().say({ ch: 'detail:BTCUSDT', data: {} });
    expect(messages).toEqual([{ ch: 'detail:BTCUSDT', data: {} }]);
    socket.close();
  });

  it('connects again 3 s after an error, not sooner', () => {
    const { states, socket } = open();
    last().open();
    last().fail();
    vi.advanceTimersByTime(2_999);
    expect(PlayedSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(PlayedSocket.all).toHaveLength(2);
    expect(states).toEqual(['connecting', 'open', 'waiting', 'connecting']);
    socket.close();
  });

  it('waits longer after each failure, and by chance', () => {
    const { socket } = open();
    for (const [count, ms] of [3_000, 6_000, 12_000].entries()) {
      last().fail();
      vi.advanceTimersByTime(ms - 1);
      expect(PlayedSocket.all).toHaveLength(count + 1);
      vi.advanceTimersByTime(1);
      expect(PlayedSocket.all).toHaveLength(count + 2);
    }
    socket.close();
  });

  it.each([
    ['never opens', () => undefined],
    ['opens and says nothing', () => last().open()],
  ])('waits longer each time that a line %s', (_, answer) => {
    const { states, socket } = open();
    for (const [count, ms] of [3_000, 6_000, 12_000, 24_000].entries()) {
      answer();
      vi.advanceTimersByTime(DEAD_MS);
      expect(states.at(-1)).toBe('waiting');
      vi.advanceTimersByTime(ms - 1);
      expect(PlayedSocket.all).toHaveLength(count + 1);
      vi.advanceTimersByTime(1);
      expect(PlayedSocket.all).toHaveLength(count + 2);
    }
    socket.close();
  });

  it('notices silence within 3 s, then replaces the socket', () => {
    const { states, socket } = open();
    last().open();
    vi.advanceTimersByTime(2_900);
    expect(states.at(-1)).toBe('silent');
    last().say({ type: 'ping', t: 1, seq: 1, marketT: 1 });
    expect(states.at(-1)).toBe('open');
    vi.advanceTimersByTime(12_000 + 3_500);
    expect(PlayedSocket.all).toHaveLength(2);
    socket.close();
  });

  it('stays closed after a final code and after close', () => {
    const refused = open((code) => code === 4401);
    last().open();
    last().fail(4401);
    vi.advanceTimersByTime(10_000);
    expect(PlayedSocket.all).toHaveLength(1);
    expect(refused.states.at(-1)).toBe('closed');
    const { socket } = open();
    socket.close();
    vi.advanceTimersByTime(10_000);
    expect(PlayedSocket.all).toHaveLength(2);
  });
});

describe('the public feed', () => {
  const feed = () =>
    createPublicFeed({
      url: () => 'ws://test',
      onMessage: () => undefined,
      onState: () => undefined,
      onLeft: () => undefined,
      createSocket,
      random: () => 0,
    });
  const subscriptions = (socket: PlayedSocket) =>
    socket.sent.filter((message) => (message as { op: string }).op !== 'ping');

  it('subscribes a shared channel once and leaves it when the last watcher is gone', async () => {
    const shared = feed();
    const first = shared.watch('detail:BTCUSDT');
    const second = shared.watch('detail:BTCUSDT');
    await Promise.resolve();
    last().open();
    expect(subscriptions(last())).toEqual([{ op: 'subscribe', channels: ['detail:BTCUSDT'] }]);
    first();
    first();
    vi.advanceTimersByTime(5_000);
    expect(subscriptions(last())).toHaveLength(1);
    second();
    vi.advanceTimersByTime(5_000);
    expect(subscriptions(last()).at(-1)).toEqual({ op: 'unsubscribe', channels: ['detail:BTCUSDT'] });
    shared.close();
  });

  it('keeps a channel over a change of page', async () => {
    const shared = feed();
    shared.watch('detail:BTCUSDT')();
    await Promise.resolve();
    last().open();
    shared.watch('detail:BTCUSDT');
    vi.advanceTimersByTime(5_000);
    expect(subscriptions(last())).toEqual([{ op: 'subscribe', channels: ['detail:BTCUSDT'] }]);
    shared.close();
  });

  it('subscribes everything again after a reconnect, in messages of at most 64 channels', async () => {
    const shared = feed();
    for (let n = 0; n < 70; n += 1) shared.watch(`detail:C${n}USDT`);
    await Promise.resolve();
    last().open();
    last().fail();
    vi.advanceTimersByTime(3_000);
    last().open();
    const sizes = subscriptions(last()).map((message) => (message as { channels: string[] }).channels.length);
    expect(sizes).toEqual([64, 6]);
    shared.close();
  });
});
