import { MessageChannel } from 'node:worker_threads';
import { NO_TICK_HASH } from '@candor/prices';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '../../../tests/support/patience.ts';
import type { FeedSink, MarketFeed } from '../feeds/index.ts';
import { openLink, type Recorder, type RecorderLine, type RecorderSink } from './link.ts';
import type { ChainEnd, ChainedTick } from './messages.ts';
import { openRecorder } from './open-recorder.ts';
import { serve } from './serve.ts';

const NONE: ChainEnd = { tickNo: 0, chainedMs: 0, recordNo: 0, hash: NO_TICK_HASH };
const SYMBOLS = [{ symbolId: 1, name: 'BTCUSDT', tickDecimal: '0.01' }];
const simulator = { choice: { kind: 'simulator' }, speed: 1, seed: Buffer.alloc(32, 5) } as const;

let recorder: Recorder | null = null;
const logged: string[] = [];
afterEach(async () => {
  await recorder?.stop();
  recorder = null;
  logged.length = 0;
});

function sink() {
  const ticks: ChainedTick[] = [];
  const counts = { books: 0, trades: 0, restarted: 0 };
  const taken: RecorderSink = {
    book: () => void counts.books++,
    trade: () => void counts.trades++,
    restarted: () => void counts.restarted++,
    tick: (tick) => void ticks.push(tick),
  };
  return { taken, ticks, counts };
}

test('a thread that is held up finds every tick of that time waiting, each with its own time and quotes', async () => {
  const log = (line: string) => logged.push(line);
  recorder = await openRecorder({ ...simulator, now: Date.now, log });
  const { taken, ticks, counts } = sink();
  await recorder.start(taken, SYMBOLS, NONE);
  await eventually(() => expect(ticks.length).toBeGreaterThan(1));
  const before = ticks.length;
  // Longer where the machine is busy; this thread's loop does not turn meanwhile.
  for (let waits = 0; waits < 20 && ticks.length < before + 6; waits++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
    recorder.drain();
  }
  const during = ticks.slice(before);
  expect(during.length).toBeGreaterThanOrEqual(6);
  for (const [i, { tickNo, chainedMs, quotes }] of during.entries()) {
    expect(Math.floor(chainedMs / 250)).toBe(tickNo);
    expect(tickNo).toBeGreaterThan(ticks[before + i - 1]!.tickNo);
    expect(quotes.every(({ venueTimeMs }) => venueTimeMs <= chainedMs)).toBe(true);
  }
  expect(new Set(during.map(({ quotes }) => JSON.stringify(quotes))).size).toBeGreaterThan(3);
  expect(counts.books).toBeGreaterThan(0);
  expect(logged).toEqual([]);
});

test('it gives the past, the open minutes and the status of its feed', async () => {
  recorder = await openRecorder({ ...simulator, now: Date.now, log: () => {} });
  expect(recorder).toMatchObject({ kind: 'simulator', source: 'simulator', primaryVenueId: 1 });
  let candles = 0;
  for await (const piece of recorder.past(Date.now() - 600_000)) candles += piece.candles.length;
  expect(candles).toBeGreaterThan(50);
  expect((await recorder.openMinutes()).size).toBe(10);
  await recorder.start(sink().taken, SYMBOLS, NONE);
  expect(recorder.status()).toMatchObject({ phase: 'running', kind: 'simulator' });
  await recorder.stop();
  expect(recorder.status().phase).toBe('stopped');
});

test('a recording that is not there is a cause that a person can mend', async () => {
  const choice = { kind: 'replay', path: '/nowhere/at/all.gz' } as const;
  const opening = openRecorder({ ...simulator, choice, now: Date.now, log: () => {} });
  await expect(opening).rejects.toMatchObject({ name: 'StartupError', code: expect.any(String) });
});

/** A feed that says one price on demand. */
function feedOf(kind: 'replay' | 'live'): { feed: MarketFeed; say: () => void } {
  let to: FeedSink | null = null;
  const status = () => ({ kind, phase: 'running', note: '', marketTimeMs: 5, round: 1, venues: [] }) as const;
  const feed: MarketFeed = {
    ...{ kind, source: kind, symbols: ['BTCUSDT'], venues: [], candleFolders: [], primaryVenueId: 1 },
    ...{ status, marketTimeMs: () => 5, openMinutes: () => new Map(), stop: async () => {} },
    async *past() {},
    async start(given) {
      to = given;
    },
  };
  const side = [{ price: 100_00000000n, quantity: 1n }];
  const say = () => to?.book({ venueId: 1, symbol: 'BTCUSDT', bids: side, asks: side, timeMs: Date.now() });
  return { feed, say };
}

test('a recorder that is gone is started again within a second, and its chain goes on where it was', async () => {
  const ends: ((why: string) => void)[] = [];
  const connect = (): RecorderLine => {
    const { port1, port2 } = new MessageChannel();
    const { feed } = feedOf('replay');
    serve({ feed, port: port2, now: Date.now, onStopped: () => {} });
    const gone = new Promise<string>((resolve) => {
      ends.push((why) => {
        port2.close();
        resolve(why);
      });
    });
    return { port: port1, gone, end: async () => port2.close() };
  };
  recorder = await openLink({ connect, now: Date.now, log: (line) => logged.push(line), speed: 1 });
  const { taken, ticks, counts } = sink();
  await recorder.start(taken, SYMBOLS, NONE);
  await eventually(() => expect(ticks.length).toBeGreaterThan(0));
  const goneMs = performance.now();
  ends[0]!('it ran out of memory');
  await vi.waitFor(() => expect(recorder!.status().phase).toBe('stalled'));
  expect(recorder.status().note).toBe('The recorder is gone: it ran out of memory');
  await eventually(() => expect(logged).toContain('The recorder runs again'));
  expect(performance.now() - goneMs).toBeGreaterThan(150);
  expect(ends).toHaveLength(2);
  const before = ticks.length;
  await eventually(() => expect(ticks.length).toBeGreaterThan(before + 1));
  const numbers = ticks.map(({ tickNo }) => tickNo);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(recorder.status().phase).toBe('running');
  // what a new one plays begins at its beginning
  expect(counts.restarted).toBe(1);
});
