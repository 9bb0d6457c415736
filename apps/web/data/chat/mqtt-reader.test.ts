import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openMqttReader } from './mqtt-reader.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('waits longer after each lost connection, and tries at once where it is woken', () => {
  const opened: { onclose: (() => void) | null }[] = [];
  const reader = openMqttReader({
    url: 'ws://test',
    user: '1',
    token: 'token',
    topic: 'chat/1',
    createSocket: () => {
      const socket = { onclose: null, close: () => undefined };
      opened.push(socket);
      return socket as unknown as WebSocket;
    },
    onConnected: () => undefined,
    onMessage: () => undefined,
    random: () => 0,
  });
  for (const [count, ms] of [3_000, 6_000, 12_000].entries()) {
    opened.at(-1)!.onclose!();
    vi.advanceTimersByTime(ms - 1);
    expect(opened).toHaveLength(count + 1);
    vi.advanceTimersByTime(1);
    expect(opened).toHaveLength(count + 2);
  }
  opened.at(-1)!.onclose!();
  reader.wake();
  expect(opened).toHaveLength(5);
  reader.close();
  vi.advanceTimersByTime(120_000);
  expect(opened).toHaveLength(5);
});
