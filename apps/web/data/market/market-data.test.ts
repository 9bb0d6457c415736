import { ALL_DETAIL_CHANNEL, type Kline, type PublicTrade, type Ticker } from '@candor/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addTrades, candleKey, MAX_TRADES } from './market-board.ts';
import { createMarketData, type MarketDataOptions } from './market-data.ts';

const trade = (id: number): PublicTrade => ({
  id: String(id),
  price: '1',
  qty: '1',
  side: 'buy',
  t: id,
  source: 'venue',
});
const ids = (trades: readonly PublicTrade[]) => trades.map((each) => Number(each.id));

describe('the tape', () => {
  it('puts the newest first and shows a trade once', () => {
    expect(ids(addTrades([], [trade(1), trade(2)]))).toEqual([2, 1]);
    expect(ids(addTrades([trade(2), trade(1)], [trade(2), trade(3)]))).toEqual([3, 2, 1]);
  });

  it('keeps a bounded past', () => {
    let tape: readonly PublicTrade[] = [];
    for (let id = 0; id < MAX_TRADES + 50; id += 1) tape = addTrades(tape, [trade(id)]);
    expect(tape).toHaveLength(MAX_TRADES);
    expect(tape[0]!.id).toBe(String(MAX_TRADES + 49));
  });
});

function open(more: Partial<MarketDataOptions> = {}) {
  const frames: (() => void)[] = [];
  const sent: { op: string; channels?: string[] }[] = [];
  const socket = {
    readyState: 1,
    send: (text: string) => sent.push(JSON.parse(text)),
    close: () => undefined,
  } as unknown as WebSocket;
  const market = createMarketData({
    url: () => 'ws://test',
    requestFrame: (run) => frames.push(run),
    createSocket: () => socket,
    ...more,
  });
  market.open();
  socket.onopen!(new Event('open'));
  return {
    market,
    sent,
    say: (message: object) => socket.onmessage!({ data: JSON.stringify(message) } as MessageEvent<string>),
    drop: () => socket.onclose!({ code: 1006 } as CloseEvent),
    reopen: () => socket.onopen!(new Event('open')),
    paint: () => {
      for (const run of frames.splice(0)) run();
    },
  };
}

const statistics: Ticker = {
  symbol: 'BTCUSDT',
  t: 1,
  last: '1',
  open24h: '1',
  high24h: '100.0',
  low24h: '1',
  change24h: '0',
  changePercent24h: '0',
  volume24h: '0',
  quoteVolume24h: '0',
  ownVolume24h: '0',
  ownQuoteVolume24h: '0',
  bid: null,
  ask: null,
  index: null,
};
const bar = (t: number, c: string): Kline => ({ t, o: '1', h: '1', l: '1', c, v: '0', closed: false });

describe('market data', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('asks again, after a pause, for what was refused for too many requests', async () => {
    const { market, sent, say } = open();
    await Promise.resolve();
    say({ type: 'subscribed', channels: ['states'] });
    sent.length = 0;
    market.watchDepth('BTCUSDT');
    market.watchTrades('BTCUSDT');
    await Promise.resolve();
    expect(sent).toEqual([{ op: 'subscribe', channels: ['depth:BTCUSDT', 'trade:BTCUSDT'] }]);
    sent.length = 0;
    say({ type: 'error', code: 'RATE_LIMITED' });
    say({ type: 'error', code: 'RATE_LIMITED' });
    vi.advanceTimersByTime(1_999);
    const asked = () => sent.filter(({ op }) => op !== 'ping');
    expect(asked()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(asked()).toEqual([{ op: 'subscribe', channels: ['depth:BTCUSDT', 'trade:BTCUSDT'] }]);

    // refused once more: it waits for longer, and asks for what is still missing
    sent.length = 0;
    say({ type: 'subscribed', channels: ['states', 'trade:BTCUSDT'] });
    say({ type: 'error', code: 'RATE_LIMITED' });
    vi.advanceTimersByTime(3_999);
    expect(asked()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(asked()).toEqual([{ op: 'subscribe', channels: ['depth:BTCUSDT'] }]);

    // nothing is missing: a refused ping asks for nothing
    sent.length = 0;
    say({ type: 'subscribed', channels: ['states', 'trade:BTCUSDT', 'depth:BTCUSDT'] });
    say({ type: 'error', code: 'RATE_LIMITED' });
    vi.advanceTimersByTime(5_000);
    expect(asked()).toEqual([]);
  });

  it('asks again for a book whose letting go was refused', async () => {
    const { market, sent, say } = open();
    market.watchDepth('BTCUSDT');
    await Promise.resolve();
    const ch = 'depth:BTCUSDT';
    const depth = { ch, t: 1, b: [['1', '1', '0']], a: [] };
    say({ type: 'subscribed', channels: ['states', ch] });
    say({ ...depth, type: 'snapshot', u: 10 });
    sent.length = 0;
    say({ ...depth, type: 'update', U: 13, u: 14 });
    const asked = () => sent.filter(({ op }) => op !== 'ping');
    const both = [
      { op: 'unsubscribe', channels: [ch] },
      { op: 'subscribe', channels: [ch] },
    ];
    expect(asked()).toEqual(both);
    sent.length = 0;
    say({ type: 'error', code: 'RATE_LIMITED' });
    // the server still sends it: subscribing to it did nothing
    say({ type: 'subscribed', channels: ['states', ch] });
    vi.advanceTimersByTime(2_000);
    expect(asked()).toEqual(both);
  });

  it('takes a server out of step for stale at once, and fetches what was missed when it is back', () => {
    const { market, say } = open();
    const missed = vi.fn();
    market.watchCandles('BTCUSDT', '1m', missed);
    say({ type: 'ping', t: 100_000, seq: 7, marketT: 100_000 });
    say({ type: 'ping', t: 100_100, seq: 0, marketT: 0 });
    expect(market.status.getState().state).toBe('stale');
    say({ type: 'pong', t: 100_200 });
    expect([market.status.getState().state, missed.mock.calls.length]).toEqual(['stale', 0]);
    say({ type: 'ping', t: 101_000, seq: 9, marketT: 100_900 });
    expect([market.status.getState().state, missed.mock.calls.length]).toEqual(['live', 1]);
    market.close();
  });

  it('says that prices are stale when the market behind an open socket has gone quiet', () => {
    const { market, say } = open();
    say({ type: 'ping', t: 100_000, seq: 1, marketT: 99_000 });
    expect(market.status.getState().state).toBe('live');
    say({ type: 'ping', t: 120_000, seq: 1, marketT: 99_000 });
    expect(market.status.getState().state).toBe('stale');
    say({ ch: 'trade:BTCUSDT', data: [] });
    expect(market.status.getState().state).toBe('stale');
    say({ type: 'ping', t: 121_000, seq: 1, marketT: 120_900 });
    expect(market.status.getState().state).toBe('live');
    say({ type: 'ping', t: 122_000, seq: 1, marketT: 0 });
    expect(market.status.getState().state).toBe('stale');
    market.close();
  });

  it('shows at once that the network is gone, and what is halted as soon as it is said', () => {
    let online = true;
    const serverTimes: number[] = [];
    const { market, say, paint, sent } = open({
      online: () => online,
      onServerTime: (serverMs) => serverTimes.push(serverMs),
    });
    say({ type: 'ping', t: 100_000, seq: 1, marketT: 99_900 });
    expect(serverTimes).toEqual([100_000]);
    online = false;
    market.lose();
    expect(market.status.getState().state).toBe('offline');
    say({ type: 'ping', t: 101_000, seq: 1, marketT: 100_900 });
    expect(market.status.getState().state).toBe('offline');
    online = true;
    say({ type: 'ping', t: 102_000, seq: 1, marketT: 101_900 });
    expect(market.status.getState().state).toBe('live');
    expect(sent.some(({ channels }) => channels?.includes('states'))).toBe(true);
    const halted = { symbol: 'BTCUSDT', state: 'halted', reason: 'Maintenance' } as const;
    const data = { markets: [halted], seconds: { haltReason: null, halted: [] } };
    say({ ch: 'states', data });
    paint();
    expect(market.states.get('states')).toEqual(data);
    market.close();
  });

  it('takes what is shown for old from a break until a heartbeat says that the market is current', () => {
    const { market, say, drop, reopen } = open();
    const now = () => {
      const { state, isOld } = market.status.getState();
      return [state, isOld];
    };
    expect(now()).toEqual(['live', false]);
    say({ type: 'ping', t: 100_000, seq: 1, marketT: 99_900 });
    drop();
    expect(now()).toEqual(['offline', true]);
    vi.advanceTimersByTime(6_000);
    expect(now()).toEqual(['connecting', true]);
    reopen();
    expect(now()).toEqual(['live', true]);
    say({ type: 'ping', t: 104_000, seq: 2, marketT: 103_900 });
    expect(now()).toEqual(['live', false]);
    market.close();
  });

  it('forgets what nobody watches, so that it is never shown as current later', () => {
    const { market, say, paint } = open();
    const key = candleKey('BTCUSDT', '1m');
    const ends = [
      market.watchTicker('BTCUSDT'),
      market.watchDepth('BTCUSDT'),
      market.watchTrades('BTCUSDT'),
      market.watchPerpetual('BTCUSDT'),
      market.watchIndex('BTCUSDT'),
      market.watchCandles('BTCUSDT', '1m'),
      market.watchAllTickers(),
    ];
    say({ ch: 'detail:BTCUSDT', data: statistics });
    say({ ch: ALL_DETAIL_CHANNEL, data: [statistics] });
    say({ type: 'snapshot', ch: 'depth:BTCUSDT', t: 1, u: 10, b: [['1', '1', '0']], a: [] });
    say({ ch: 'trade:BTCUSDT', data: [trade(1)] });
    say({ ch: 'contract:BTCUSDT', data: { symbol: 'BTCUSDT' } });
    say({ ch: 'index:BTCUSDT', data: [{ n: 4, t: 1_000, p: '91.0' }] });
    say({ ch: 'kline:BTCUSDT:1m', data: bar(60_000, '100.0') });
    const known = () => {
      paint();
      const { tickers, depths, trades, contracts, indexTicks, candles, allTickers } = market;
      const bySymbol = [tickers, depths, trades, contracts, indexTicks].map((store) => store.get('BTCUSDT'));
      return [...bySymbol, candles.get(key), allTickers.get(ALL_DETAIL_CHANNEL)].map(
        (value) => value !== undefined,
      );
    };
    expect(known()).toEqual(ends.map(() => true));
    for (const end of ends) end();
    vi.advanceTimersByTime(1_999);
    // a page that is entered at once finds it there
    expect(known()).toEqual(ends.map(() => true));
    vi.advanceTimersByTime(1);
    expect(known()).toEqual(ends.map(() => false));
    market.close();
  });

  it('takes no refusal of a channel for its data', () => {
    const { market, say, paint } = open();
    for (const ch of ['kline:NOSUCH:15m', 'trade:NOSUCH', 'depth:NOSUCH', 'index:NOSUCH'])
      say({ type: 'error', code: 'UNKNOWN_CHANNEL', ch });
    paint();
    expect(market.candles.get(candleKey('NOSUCH', '15m'))).toBeUndefined();
  });

  it('asks for a snapshot again after a gap and shows no book meanwhile', () => {
    const { market, say, paint, sent } = open();
    const depth = { ch: 'depth:BTCUSDT', t: 1, b: [['1', '1', '0']], a: [] };
    say({ ...depth, type: 'snapshot', u: 10 });
    paint();
    expect(market.depths.get('BTCUSDT')!.seq).toBe(10);
    say({ ...depth, type: 'update', U: 13, u: 14 });
    paint();
    expect(market.depths.get('BTCUSDT')).toBeUndefined();
    expect(sent.filter(({ channels }) => channels?.includes('depth:BTCUSDT'))).toEqual([
      { op: 'unsubscribe', channels: ['depth:BTCUSDT'] },
      { op: 'subscribe', channels: ['depth:BTCUSDT'] },
    ]);
    market.close();
  });

  it('says that candles were missed while the socket was down, to those that still watch', () => {
    const { market, drop, reopen } = open();
    const missed = vi.fn();
    const stop = market.watchCandles('BTCUSDT', '1m', missed);
    expect(missed).not.toHaveBeenCalled();
    drop();
    vi.advanceTimersByTime(6_000);
    reopen();
    expect(missed).toHaveBeenCalledTimes(1);
    stop();
    drop();
    vi.advanceTimersByTime(12_000);
    reopen();
    expect(missed).toHaveBeenCalledTimes(1);
    market.close();
  });

  it('shows the newest index tick as the index of the ticker while it is watched', () => {
    const { market, say, paint } = open();
    const stop = market.watchIndex('BTCUSDT');
    say({ ch: 'detail:BTCUSDT', data: { ...statistics, index: '90.0' } });
    say({
      ch: 'index:BTCUSDT',
      data: [
        { n: 4, t: 1_000, p: '91.0' },
        { n: 5, t: 1_250, p: '92.0' },
      ],
    });
    say({ ch: 'index:BTCUSDT', data: [{ n: 5, t: 1_250, p: '93.0' }] });
    paint();
    expect(market.tickers.get('BTCUSDT')?.index).toBe('92.0');
    expect(market.indexTicks.get('BTCUSDT')?.map(({ n }) => n)).toEqual([4, 5]);
    stop();
    say({ ch: 'detail:BTCUSDT', data: { ...statistics, index: '95.0' } });
    paint();
    expect(market.tickers.get('BTCUSDT')?.index).toBe('95.0');
    market.close();
  });

  it('shows one last price in ticker, candles and tape, of the newest venue trade', () => {
    const { market, say, paint } = open();
    const key = candleKey('BTCUSDT', '1m');
    const ticker = { ...statistics, last: '100.0', open24h: '80.0' };
    const shown = () => ({
      ticker: market.tickers.get('BTCUSDT')?.last,
      candle: market.candles.get(key)?.at(-1)?.c,
      tape: market.trades.get('BTCUSDT')?.find(({ source }) => source === 'venue')?.price,
    });
    const stop = market.watchTrades('BTCUSDT');
    say({ ch: 'detail:BTCUSDT', data: ticker });
    say({ ch: 'kline:BTCUSDT:1m', data: bar(60_000, '100.0') });
    const venue = { ...trade(1), price: '125.0', t: 60_001 };
    say({ ch: 'trade:BTCUSDT', data: [venue, { ...trade(2), price: '99.0', t: 60_002, source: 'ours' }] });
    paint();
    expect(shown()).toEqual({ ticker: '125.0', candle: '125.0', tape: '125.0' });
    expect(market.tickers.get('BTCUSDT')).toMatchObject({ change24h: '45.0', changePercent24h: '56.2500' });

    // what the server says of a second ago does not take it back
    say({ ch: 'detail:BTCUSDT', data: ticker });
    say({ ch: 'kline:BTCUSDT:1m', data: bar(60_000, '100.0') });
    paint();
    expect(shown()).toEqual({ ticker: '125.0', candle: '125.0', tape: '125.0' });

    stop();
    say({ ch: 'detail:BTCUSDT', data: { ...ticker, last: '130.0' } });
    paint();
    expect(shown().ticker).toBe('130.0');
    market.close();
  });
});
