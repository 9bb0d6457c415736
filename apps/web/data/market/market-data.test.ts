import { CallError, type Calls, type Client, type Kline, type PublicTrade } from '@candor/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addTrades, candleKey, createMarketData, MAX_TRADES } from './market-data.ts';

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

function open(getCandles: () => Promise<Kline[]>) {
  const frames: (() => void)[] = [];
  const sent: { op: string; channels?: string[] }[] = [];
  const socket = {
    readyState: 1,
    send: (text: string) => sent.push(JSON.parse(text)),
    close: () => undefined,
  } as unknown as WebSocket;
  const market = createMarketData({
    url: () => 'ws://test',
    client: { call: getCandles } as unknown as Client<Calls>,
    requestFrame: (run) => frames.push(run),
    createSocket: () => socket,
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

const bar = (t: number, c: string): Kline => ({ t, o: '1', h: '1', l: '1', c, v: '0', closed: false });

describe('market data', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('says that prices are stale when the market behind an open socket has gone quiet', () => {
    const { market, say } = open(async () => []);
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

  it('asks for a snapshot again after a gap and shows no book meanwhile', () => {
    const { market, say, paint, sent } = open(async () => []);
    const depth = { ch: 'depth:BTCUSDT', t: 1, b: [['1', '1', '0']], a: [] };
    say({ ...depth, type: 'snapshot', u: 10 });
    paint();
    expect(market.depths.get('BTCUSDT')!.seq).toBe(10);
    say({ ...depth, type: 'update', U: 13, u: 14 });
    paint();
    expect(market.depths.get('BTCUSDT')).toBeUndefined();
    expect(sent.filter((message) => message.channels !== undefined)).toEqual([
      { op: 'unsubscribe', channels: ['depth:BTCUSDT'] },
      { op: 'subscribe', channels: ['depth:BTCUSDT'] },
    ]);
    market.close();
  });

  it('joins candle history with the bars that came while it was loading', async () => {
    const { market, say, paint } = open(async () => [bar(1, '1'), bar(2, '2')]);
    const key = candleKey('BTCUSDT', '1m');
    const stop = market.watchCandles('BTCUSDT', '1m');
    say({ ch: 'kline:BTCUSDT:1m', data: bar(2, '9') });
    paint();
    expect(market.candles.get(key)).toEqual({ bars: [bar(2, '9')], state: 'loading' });
    await vi.advanceTimersByTimeAsync(0);
    paint();
    expect(market.candles.get(key)).toEqual({ bars: [bar(1, '1'), bar(2, '9')], state: 'ready' });
    stop();
    market.close();
  });

  it('fetches the bars that were missed while the socket was down', async () => {
    const loads = vi.fn(async () => [bar(1, '1')]);
    const { market, drop, reopen } = open(loads);
    const stop = market.watchCandles('BTCUSDT', '1m');
    expect(loads).toHaveBeenCalledTimes(1);
    drop();
    vi.advanceTimersByTime(3_000);
    reopen();
    expect(loads).toHaveBeenCalledTimes(2);
    stop();
    drop();
    vi.advanceTimersByTime(3_000);
    reopen();
    expect(loads).toHaveBeenCalledTimes(2);
    market.close();
  });

  it('says that a history could not be loaded', async () => {
    const { market, paint } = open(async () => {
      throw new CallError('getCandles', 503, 'starting', null);
    });
    market.watchCandles('BTCUSDT', '1m');
    await vi.advanceTimersByTimeAsync(0);
    paint();
    expect(market.candles.get(candleKey('BTCUSDT', '1m'))).toEqual({ bars: [], state: 'failed' });
    market.close();
  });
});
