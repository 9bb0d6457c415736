import { setTimeout as sleep } from 'node:timers/promises';
import { type Candle, CandleBuilder, candleOpenMs } from '@candor/prices';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '../../../../../tests/support/patience.ts';
import { recordedData } from '../../../../../tests/support/recorded-data.ts';
import { marketUnits } from '../../../trading/market/public-values.ts';
import type { FeedSink, MarketFeed, VenueBook, VenueTrade } from '../types.ts';
import { openRecording } from './open-recording.ts';
import type { RecordedEvent, Recording } from './recording.ts';
import { createReplay } from './replay.ts';
import { textLines } from './text-lines.ts';

vi.mock('node:timers/promises', { spy: true });

let running: MarketFeed | null = null;
afterEach(async () => {
  await running?.stop();
  running = null;
  vi.mocked(sleep).mockReset();
});

interface Heard extends FeedSink {
  readonly books: VenueBook[];
  readonly trades: VenueTrade[];
  restarts: number;
}

function listener(): Heard {
  const heard: Heard = {
    books: [],
    trades: [],
    restarts: 0,
    book: (book) => heard.books.push(book),
    trade: (trade) => heard.trades.push(trade),
    restarted: () => {
      heard.restarts += 1;
    },
  };
  return heard;
}

async function play(recording: Recording, speed: number, loop = false, now: () => number = Date.now) {
  const heard = listener();
  const feed = createReplay({ recording, speed, loop, now, log: () => {} });
  running = feed;
  await feed.start(heard);
  return { feed, heard };
}

test('the recorded trades come as they were, and their minutes equal those of the exported trades', async () => {
  const recording = await openRecording(recordedData('binance-l2-feed', 'spot-btcusdt.feed.gz'), () => {});
  const { feed, heard } = await play(recording, Number.POSITIVE_INFINITY);
  await vi.waitFor(() => expect(feed.status().phase).toBe('ended'), 100_000);
  const exported = new CandleBuilder('1m');
  const [candles, replayed]: [Candle[], Candle[]] = [[], []];
  let count = 0;
  for await (const line of textLines(recordedData('binance-l2-feed', 'spot-btcusdt.trades.csv.gz'))) {
    const [id = '', timeMs, price = '', quantity = ''] = line.split(',');
    if (id === 'trade_id') continue;
    count += 1;
    candles.push(...exported.add(Number(timeMs), marketUnits(price), marketUnits(quantity)));
  }
  const builder = new CandleBuilder('1m');
  for (const { marketTimeMs, price, quantity } of heard.trades) {
    replayed.push(...builder.add(marketTimeMs, price, quantity));
  }
  expect([heard.trades.length, count]).toEqual([19_904, 19_904]);
  expect(replayed).toEqual(candles);
  expect(candles.length).toBe(11);
  const midnight = Date.UTC(2024, 7, 9);
  const lastBefore = heard.trades.findLast(({ marketTimeMs }) => marketTimeMs < midnight);
  expect(candles.find(({ openMs }) => openMs === candleOpenMs(midnight - 1, '1m'))?.close).toBe(
    lastBefore?.price,
  );
  expect(heard.books).toHaveLength(6_493);
  expect(feed.status().note).toMatch(/The recording has ended\.$/);
});

const made = (events: RecordedEvent[]): Recording => ({
  name: 'made',
  symbols: ['BTCUSDT'],
  startMs: 1_000,
  note: 'Made for a test.',
  candleFolders: [],
  events: async function* () {
    yield* events;
  },
  past: async function* () {},
});

const tradeAt = (timeMs: number): RecordedEvent => ({
  kind: 'trade',
  timeMs,
  symbol: 'BTCUSDT',
  id: String(timeMs),
  price: 5n,
  quantity: 1n,
  takerSide: 'buy',
});

/** Holds the waits of a feed until the test ends them, each after the time that it was to take. */
function heldWaits() {
  let nowMs = 0;
  const waits: number[] = [];
  let end = () => {};
  vi.mocked(sleep).mockImplementation((ms, value, options) => {
    waits.push(ms!);
    return new Promise((resolve, reject) => {
      options!.signal!.addEventListener('abort', () => reject(options!.signal!.reason));
      end = () => resolve(value!);
    });
  });
  return {
    waits,
    now: () => nowMs,
    pass: (ms: number) => {
      nowMs += ms;
    },
    end: () => end(),
  };
}

test('ten times the speed is ten times the speed, and the clock never runs far ahead of what was played', async () => {
  const { waits, now, pass, end } = heldWaits();
  const { feed, heard } = await play(
    made([tradeAt(1_000), tradeAt(31_000), tradeAt(90_000)]),
    10,
    false,
    now,
  );
  await eventually(() => expect(waits).toEqual([3_000]));
  expect(heard.trades).toHaveLength(1);
  pass(3_000);
  end();
  await eventually(() => expect(waits).toEqual([3_000, 5_900]));
  expect(heard.trades).toHaveLength(2);
  expect(feed.marketTimeMs()).toBe(31_000);
  pass(50);
  expect(feed.marketTimeMs()).toBe(31_500);
  pass(5_000);
  expect(feed.marketTimeMs()).toBe(32_000);
  expect(feed.status()).toMatchObject({ phase: 'running', round: 1, kind: 'replay' });
});

test('a loop says that it starts over, and counts', async () => {
  const { waits, now, pass, end } = heldWaits();
  const { feed, heard } = await play(made([tradeAt(1_000), tradeAt(1_100)]), 10, true, now);
  for (const round of [1, 2]) {
    await eventually(() => expect(waits).toHaveLength(round));
    pass(10);
    end();
  }
  await eventually(() => expect(waits).toEqual([10, 10, 10]));
  expect(heard.restarts).toBe(2);
  expect(feed.status().round).toBe(3);
  expect(feed.status().note).toBe('Made for a test. Playing for the 3rd time.');
  expect(heard.trades).toHaveLength(5);
});

test('a recording that breaks off stalls the feed and says why', async () => {
  const broken: Recording = {
    ...made([]),
    events: async function* () {
      yield tradeAt(1_000);
      throw new Error('the book has a gap');
    },
  };
  const { feed } = await play(broken, 10);
  await eventually(() => expect(feed.status().phase).toBe('stalled'));
  expect(feed.status().note).toMatch(/cannot be played on: the book has a gap/);
});

test('a folder of feeds plays the first, a folder of candles all its symbols with a week behind them', async () => {
  const said: string[] = [];
  const feeds = await openRecording(recordedData('binance-l2-feed'), (line) => said.push(line));
  expect(feeds.name).toBe('spot-btcusdt.feed.gz');
  expect(said).toHaveLength(1);
  const candles = await openRecording(recordedData('binance-klines-1m-2024-01'), () => {});
  expect([...candles.symbols].sort()).toEqual(['BNBUSDT', 'BTCUSDT', 'ETHUSDT']);
  expect(candles.startMs).toBe(Date.UTC(2024, 0, 8));
  let past = 0;
  for await (const piece of candles.past()) past += piece.candles.length;
  expect(past).toBe(3 * 7 * 1440);
  let lastMs = 0;
  let count = 0;
  for await (const event of candles.events()) {
    expect(event.timeMs).toBeGreaterThanOrEqual(lastMs);
    lastMs = event.timeMs;
    count += 1;
    if (count === 5_000) break;
  }
});

test.each(['/nowhere/at-all.feed.gz', recordedData('README.md'), recordedData('binance-openapi-spot')])(
  '%s is refused in words',
  async (path) => {
    await expect(openRecording(path, () => {})).rejects.toThrow(/cannot be replayed: .*Give a recorded feed/);
  },
);
