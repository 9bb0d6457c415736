import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MockVenue, startMockVenue } from '../../../../../tests/support/binance-venue.ts';
import { eventually } from '../../../../../tests/support/patience.ts';
import type { FeedSink, MarketFeed, PastCandles, VenueBook, VenueTrade } from '../types.ts';
import { openClient, unitsOf } from './client.ts';
import { createLive } from './live.ts';

const timing = { quotesMs: 50, booksMs: 50, tradesMs: 50, retryMs: 100, longestRetryMs: 200, goneMs: 600 };
const minute = 60_000;

let primary: MockVenue;
let other: MockVenue;
let feed: MarketFeed;
let books: VenueBook[];
let trades: VenueTrade[];
let logged: string[];
let openMinuteMs: number;
/** Time of the feed's clock; null lets it go with the machine's. */
let heldMs: number | null;

const kline = (openMs: number, close: string) => [
  openMs,
  '60000',
  '60100.5',
  '59900',
  close,
  '12.5',
  openMs + minute - 1,
  '1',
  3,
  '6',
  '1',
  '0',
];

beforeAll(() => import('ccxt'), 120_000);

beforeEach(async () => {
  openMinuteMs = Math.floor(Date.now() / minute) * minute;
  heldMs = null;
  primary = await startMockVenue((interval) =>
    interval === '1m'
      ? [
          kline(openMinuteMs - 2 * minute, '60050.07'),
          kline(openMinuteMs - minute, '60001'),
          kline(openMinuteMs, '60002'),
        ]
      : [],
  );
  other = await startMockVenue(() => []);
  [books, trades, logged] = [[], [], []];
  feed = createLive({
    venues: ['binance', 'kraken'],
    symbols: ['BTCUSDT', 'ETHUSDT'],
    now: () => heldMs ?? Date.now(),
    log: (line) => logged.push(line),
    timing,
    open: async (id) => {
      const client = await openClient('binance');
      const { url } = id === 'binance' ? primary : other;
      client.urls = { ...client.urls, api: { ...(client.urls.api as object), public: url } };
      return client;
    },
  });
});

afterEach(async () => {
  await feed.stop();
  await primary.close();
  await other.close();
});

const sink: FeedSink = {
  book: (book) => books.push(book),
  trade: (trade) => trades.push(trade),
  restarted: () => {},
};
const lastOf = (venueId: number) => books.findLast((book) => book.venueId === venueId);

test('books, best prices and new trades come exactly as the venues have them, and only of what they list', async () => {
  primary.trades = [{ id: 1, price: '59999.99', quantity: '0.5', timeMs: 1, buyerIsMaker: true }];
  await feed.start(sink);
  await eventually(() => expect(new Set(books.map(({ venueId }) => venueId))).toEqual(new Set([21, 23])));
  await eventually(() =>
    expect(primary.asked.filter((path) => path.endsWith('/aggTrades')).length).toBeGreaterThan(1),
  );
  primary.trades.push({
    id: 2,
    price: '60000.02',
    quantity: '0.00012345',
    timeMs: 1_700_000_000_123,
    buyerIsMaker: false,
  });
  await eventually(() => expect(trades).toHaveLength(1));
  expect(trades[0]).toEqual({
    venueId: 21,
    symbol: 'BTCUSDT',
    id: '2',
    price: 60_000_02000000n,
    quantity: 12_345n,
    takerSide: 'buy',
    marketTimeMs: 1_700_000_000_123,
  });
  expect(lastOf(21)).toMatchObject({
    bids: [{ price: 60_000_01000000n, quantity: 1_50000000n }],
    asks: [{ price: 60_000_02000000n, quantity: 2_000n }],
  });
  expect(lastOf(23)?.bids).toEqual([{ price: 60_000_01000000n, quantity: 1_50000000n }]);
  expect(books.every(({ symbol }) => symbol === 'BTCUSDT')).toBe(true);
  await eventually(() =>
    expect(feed.status()).toMatchObject({ phase: 'running', note: 'Live prices: 2 of 2 venues answer.' }),
  );
  expect(logged).toEqual([]);
});

test.each(['error', 'silent'] as const)(
  'a venue that turns %s goes stale, is said once, and comes back',
  async (mood) => {
    await feed.start(sink);
    await eventually(() => expect(feed.status().phase).toBe('running'));
    primary.mood = mood;
    await eventually(() => {
      expect(feed.status().phase).toBe('stalled');
      expect(feed.status().venues.map(({ connected }) => connected)).toEqual([false, true]);
    });
    const staleMs = lastOf(21)!.timeMs;
    await eventually(() => expect(lastOf(23)!.timeMs).toBeGreaterThan(staleMs + 1_000));
    expect(lastOf(21)!.timeMs).toBe(staleMs);
    primary.mood = 'ok';
    primary.price = { bid: '61000.00', ask: '61000.10' };
    await eventually(() => expect(lastOf(21)?.bids[0]?.price).toBe(61_000_00000000n));
    await eventually(() => expect(feed.status().phase).toBe('running'));
    if (mood === 'error')
      expect(logged.filter((line) => line.startsWith('Binance does not answer')).length).toBeLessThanOrEqual(
        2,
      );
  },
);

test('a venue that is not there at the start is waited for', async () => {
  primary.mood = 'error';
  await feed.start(sink);
  await eventually(() => expect(logged.length).toBeGreaterThan(0));
  expect(feed.status().phase).toBe('starting');
  primary.mood = 'ok';
  await eventually(() => expect(feed.status().phase).toBe('running'));
});

test('the past is the closed candles of the first venue; without an answer there is none, and it is said', async () => {
  // the minute that is open stays so
  heldMs = openMinuteMs + minute / 2;
  const pieces: PastCandles[] = [];
  for await (const piece of feed.past(null)) pieces.push(piece);
  expect(pieces).toHaveLength(1);
  expect(pieces[0]).toMatchObject({ symbol: 'BTCUSDT', interval: '1m' });
  expect(pieces[0]!.candles.map(({ close }) => close)).toEqual([60_050_07000000n, 60_001_00000000n]);
  primary.mood = 'error';
  for await (const piece of feed.past(null)) pieces.push(piece);
  expect(pieces).toHaveLength(1);
  expect(logged.join()).toMatch(/The past of the live market is not known yet/);
});

test('unknown, repeated and missing venues are refused in words', () => {
  const open = (venues: string[]) => createLive({ venues, symbols: [], now: Date.now, log: () => {} });
  expect(() => open(['binance', 'nowhere'])).toThrow(/no venue "nowhere"/);
  expect(() => open(['kraken', 'kraken'])).toThrow(/given it twice/);
  expect(() => open([])).toThrow(/Known are binance/);
});

test.each([
  [0.1, 10_000_000n],
  [60_000.01, 60_000_01000000n],
  [1e-7, 10n],
  [1.5e-9, 0n],
  [1e21, 10n ** 29n],
  [123_456_789.12345678, 123_456_789_12345678n],
  [0, null],
  [-1, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [undefined, null],
])('%s is %s in 1e-8', (value, units) => {
  expect(unitsOf(value)).toBe(units);
});
