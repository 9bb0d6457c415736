import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { PublicTrade, Ticker } from '@candor/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../tests/support/patience.ts';
import {
  type Bus,
  type ConnectedBus,
  connectBus,
  createBus,
  type ServedBus,
  serveBus,
} from '../../base/bus/index.ts';
import type { FeedStatus } from '../../prices/feeds/index.ts';
import { connectMarket, type MarketMirror } from './connect-market.ts';
import { MirrorFeed } from './mirror-feed.ts';
import type { MarketChange } from './mirror-messages.ts';
import { MirrorState } from './mirror-state.ts';

const SYMBOLS = ['BTCUSDT', 'ETHUSDT'];
const status: FeedStatus = {
  kind: 'simulator',
  phase: 'running',
  note: 'plays',
  marketTimeMs: 5,
  round: 1,
  venues: [{ venueId: 1, name: 'one', connected: true }],
};
const trade = (n: number): PublicTrade => ({
  id: `1-${n}`,
  price: '1.00',
  qty: '1',
  side: 'buy',
  t: n,
  source: n % 3 === 0 ? 'ours' : 'venue',
});
const ticker = (symbol: string, last: string) => ({ symbol, last, t: 1 }) as Ticker;
const noErrors = (error: unknown): never => {
  throw error;
};
const options = { now: () => 77, log: () => {} };

/** A market that records the changes it published. */
class Source {
  readonly state = new MirrorState({
    run: '',
    seq: 0,
    tickers: [],
    trades: new Map(),
    indices: new Map(),
    status,
    venues: new Map(),
  });
  readonly feed: MirrorFeed;
  #n = 0;

  constructor(bus: Bus) {
    this.feed = new MirrorFeed(bus, { publish: (subject, message) => bus.publish(subject, message) });
    this.feed.serve({
      state: () => ({
        tickers: [...this.state.tickers.values()],
        trades: new Map(SYMBOLS.map((symbol) => [symbol, this.state.trades(symbol, 200)])),
        indices: new Map(
          [...this.state.indices].map(([symbol, { index, tape }]) => [
            symbol,
            { index, ticks: tape.ticks(1_200), candles: tape.candles(1_500) },
          ]),
        ),
        status: this.state.status,
        venues: this.state.venues,
      }),
      candles: async (symbol, _interval, endMs) => [
        { t: endMs, o: symbol, h: '1', l: '1', c: '1', v: '1', closed: true },
      ],
    });
  }

  tell(change: MarketChange): void {
    this.state.apply(change);
    this.feed.tell(change);
  }

  /** Publishes one change of each frequent kind. */
  step(): void {
    const n = ++this.#n;
    const symbol = SYMBOLS[n % 2]!;
    const price = n % 7 === 0 ? null : `${100 + (n % 50)}`;
    this.tell({ kind: 'trade', symbol, trade: trade(n) });
    const index = { price, venuesUsed: 3, tickNo: n };
    this.tell({ kind: 'tick', symbol, tick: { n, t: n * 250, p: price }, index });
    if (n % 9 === 0) this.tell({ kind: 'tickers', tickers: [ticker(symbol, String(n))] });
  }
}

const readOf = (market: MarketMirror) =>
  SYMBOLS.map((symbol) => ({
    trades: market.recentTrades(symbol, 200),
    ticks: market.indexTicks(symbol, 1_200),
    candles: market.indexCandles(symbol, 1_500),
    index: market.index(symbol),
    last: market.ticker(symbol)?.last,
  }));
const heldBy = ({ state }: Source) =>
  SYMBOLS.map((symbol) => ({
    trades: state.trades(symbol, 200),
    ticks: state.indices.get(symbol)?.tape.ticks(1_200) ?? [],
    candles: state.indices.get(symbol)?.tape.candles(1_500) ?? [],
    index: state.indices.get(symbol)?.index ?? null,
    last: state.tickers.get(symbol)?.last,
  }));

describe('the market of a door', () => {
  let folder: string;
  let path: string;
  let hub: ServedBus;
  let source: Source;
  const buses: ConnectedBus[] = [];
  const mirrors: MarketMirror[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mirror-'));
    path = join(folder, 'bus.sock');
    hub = await serveBus({ path, onError: () => {} });
    source = new Source(hub);
  });
  afterEach(async () => {
    for (const mirror of mirrors.splice(0)) mirror.stop();
    for (const bus of buses.splice(0)) bus.close();
    await hub.close();
    await rm(folder, { recursive: true });
  });

  async function door(): Promise<MarketMirror> {
    const bus = await connectBus({ path, onError: () => {} });
    buses.push(bus);
    const mirror = await connectMarket(bus, options);
    mirrors.push(mirror);
    return mirror;
  }

  it('misses nothing and doubles nothing, whenever it comes', async () => {
    let going = true;
    const telling = (async () => {
      while (going) {
        for (let n = 0; n < 3; n += 1) source.step();
        await turn();
      }
    })();
    const doors = [await door(), await door(), await door()];
    going = false;
    await telling;
    for (const mirror of doors) await eventually(() => expect(readOf(mirror)).toEqual(heldBy(source)));
    expect(doors[0]!.recentTrades('BTCUSDT', 1)).toHaveLength(1);
    expect(doors[0]!.tickers().map(({ t }) => t)).toEqual([77, 77]);
  });

  it('serves nothing as of now while the bus is lost, and is in step again after it', async () => {
    const mirror = await door();
    source.step();
    await eventually(() => expect(readOf(mirror)).toEqual(heldBy(source)));
    expect(mirror.feedStatus()).toMatchObject({ phase: 'running', marketTimeMs: 77 });
    await hub.close();
    await eventually(() => expect(mirror.outOfStep()).not.toBeNull());
    for (const read of [
      () => mirror.tickers(),
      () => mirror.ticker('BTCUSDT'),
      () => mirror.recentTrades('BTCUSDT', 5),
      () => mirror.index('BTCUSDT'),
      () => mirror.indexTicks('BTCUSDT', 5),
      () => mirror.indexCandles('BTCUSDT', 5),
      () => mirror.venues('BTCUSDT'),
    ])
      expect(read).toThrow('UNAVAILABLE');
    await expect(mirror.candles('BTCUSDT', '1m', 1, 5)).rejects.toMatchObject({ code: 'NOT_READY' });
    expect(mirror.feedStatus()).toMatchObject({ phase: 'stalled', venues: [{ connected: false }] });
    expect(mirror.feedKind()).toBe('simulator');
    expect(mirror.heard.recentTrades('ETHUSDT', 5)).toHaveLength(1);
    source.step();
    hub = await serveBus({ path, onError: () => {} });
    const held = source;
    source = new Source(hub);
    for (let n = 0; n < 20; n += 1) source.step();
    await eventually(() => expect(readOf(mirror)).toEqual(heldBy(source)));
    expect(heldBy(source)).not.toEqual(heldBy(held));
    expect((await mirror.candles('BTCUSDT', '1m', 9, 5))[0]).toMatchObject({ t: 9, o: 'BTCUSDT' });
  });
});

describe('a mirror', () => {
  async function mirrored() {
    const bus = createBus(noErrors);
    const source = new Source(bus);
    const line = { behindMs: 0, drop: false };
    const lossy: Bus = {
      ...bus,
      behindMs: () => line.behindMs,
      subscribe: (pattern, handler) =>
        bus.subscribe(pattern, (message, subject) => {
          if (!line.drop) handler(message, subject);
        }),
    };
    const mirror = await connectMarket(lossy, options);
    return { bus, source, mirror, line };
  }

  it('detects a gap by the numbers and loads again', async () => {
    const { source, mirror, line } = await mirrored();
    source.step();
    line.drop = true;
    source.step();
    line.drop = false;
    expect(readOf(mirror)).not.toEqual(heldBy(source));
    source.step();
    expect(mirror.outOfStep()).not.toBeNull();
    await eventually(() => expect(readOf(mirror)).toEqual(heldBy(source)));
  });

  it('is out of date once nothing was heard for long, as after a pause of its process', async () => {
    const { source, mirror, line } = await mirrored();
    source.step();
    line.behindMs = 60_000;
    expect(() => mirror.recentTrades('ETHUSDT', 1)).toThrow('UNAVAILABLE');
    expect(mirror.feedStatus()).toMatchObject({ phase: 'stalled', note: expect.stringContaining('60 s') });
    line.behindMs = 20;
    expect(mirror.recentTrades('ETHUSDT', 1)).toHaveLength(1);
  });

  it('follows a market that was started again', async () => {
    const { bus, source, mirror } = await mirrored();
    source.step();
    source.feed.stop();
    const next = new Source(bus);
    for (let n = 0; n < 5; n += 1) next.step();
    await eventually(() => expect(readOf(mirror)).toEqual(heldBy(next)));
    next.tell({ kind: 'restarted' });
    const kept = mirror.recentTrades('BTCUSDT', 200).concat(mirror.recentTrades('ETHUSDT', 200));
    expect(kept.map(({ source }) => source)).toEqual(['ours']);
    next.tell({ kind: 'feed', status: { ...status, phase: 'ended' }, venues: new Map([['BTCUSDT', []]]) });
    expect(mirror.feedStatus().phase).toBe('ended');
  });

  it('waits for a market that is not there yet, as long as it may', async () => {
    const bus = createBus(noErrors);
    await expect(connectMarket(bus, { ...options, timeoutMs: 0 })).rejects.toMatchObject({
      code: 'NOBODY_ANSWERS',
    });
    const waiting = connectMarket(bus, options);
    new Source(bus);
    expect((await waiting).outOfStep()).toBeNull();
    await expect(
      bus.request(
        'mirror.candles',
        { symbol: 'X', interval: '7m', endMs: 1, limit: 1 },
        { timeoutMs: 1_000 },
      ),
    ).rejects.toMatchObject({ code: 'FAILED' });
  });
});
